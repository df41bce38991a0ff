#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <span>
#include <vector>

#include "app/call/outgoing_sound.h"
#include "codecs/opus_decoder.h"
#include "tests/sound/speech.h"

namespace evenkeel::test {

inline constexpr LocalTime begin{100s};
inline constexpr AudioProcessorConfig off{false, false, false, false};

inline LocalTime at(int block) { return begin + block * block_duration; }

inline SoundBlock tone(int block, double loudness = 8000) {
  SoundBlock out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double t = (static_cast<double>(block) * block_samples + static_cast<double>(i)) / samples_per_second;
    out[i] = static_cast<std::int16_t>(loudness * std::sin(2 * std::numbers::pi * 300 * t));
  }
  return out;
}

/// The same in each test.
inline SoundBlock speech(int block) {
  static const std::vector<std::int16_t> all = test::speech(10, 1);
  SoundBlock out;
  std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(block) * std::ptrdiff_t{block_samples}, out.size(),
              out.begin());
  return out;
}

inline int peak(std::span<const std::int16_t> samples) {
  int most = 0;
  for (const std::int16_t s : samples) most = std::max(most, std::abs(int{s}));
  return most;
}

/// What an outgoing half gives, decoded.
struct Sent {
  SoundSendSettings settings;
  std::vector<EncodedSound> packets;
  OpusDecoder decoder;
  OutgoingSound sound;

  explicit Sent(const AudioProcessorConfig& processing = off)
      : sound(
            processing, [this] { return settings; }, [this](const EncodedSound& p) { packets.push_back(p); }) {}

  std::vector<std::int16_t> decode(const EncodedSound& packet) {
    std::vector<std::int16_t> out(packet.samples);
    REQUIRE(decoder.decode(packet.payload(), out));
    return out;
  }
};

}  // namespace evenkeel::test
