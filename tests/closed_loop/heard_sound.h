#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "app/lab/closed_loop/simulation.h"
#include "core/session/audio_playout.h"

namespace evenkeel::test {

/// Packets of SoundSource, whose size tells how long they are; each has a copy of the one before.
class MadeUpDecoder final : public AudioDecoder {
 public:
  std::optional<std::size_t> samples_of(std::span<const std::uint8_t> packet) const override {
    return packet.size() >= 120 ? 1920 : 960;
  }
  bool has_copy_of_previous(std::span<const std::uint8_t>) const override { return true; }
  bool decode(std::span<const std::uint8_t>, std::span<std::int16_t> out) override { return fill(out); }
  bool decode_copy(std::span<const std::uint8_t>, std::span<std::int16_t> out) override { return fill(out); }
  void conceal(std::span<std::int16_t> out) override { fill(out); }
  void reset() override {}

 private:
  static bool fill(std::span<std::int16_t> out) {
    std::ranges::fill(out, std::int16_t{0});
    return true;
  }
};

/// A voice of 200 Hz.
class MadeUpStretch final : public TimeStretch {
 public:
  std::size_t window() const override { return usual; }
  std::span<const std::int16_t> lengthened(std::span<const std::int16_t>) override {
    return std::span(samples_).first(usual + period);
  }
  std::span<const std::int16_t> shortened(std::span<const std::int16_t>) override {
    return std::span(samples_).first(usual - period);
  }

 private:
  static constexpr std::size_t usual = 1440;
  static constexpr std::size_t period = 240;
  std::array<std::int16_t, usual + period> samples_{};
};

/// What a loudspeaker gets of the sound of a flow, by the app's jitter buffer, a block each 10 ms of the simulation.
class HeardSound {
 public:
  struct Block {
    Duration concealed{};  ///< of all so far
    Duration held{};
    Duration target{};
  };

  explicit HeardSound(const closed_loop::Flow& flow, Duration start = 1500ms) : playout_(decoder_, stretch_, start) {
    const auto& arrived = flow.sound_arrived;
    if (arrived.empty()) return;
    std::size_t next = 0;
    for (LocalTime now = closed_loop::epoch; next < arrived.size(); now += 10ms) {
      for (; next < arrived.size() && arrived[next].at <= now; ++next) {
        const std::vector<std::uint8_t> payload(arrived[next].size);
        playout_.on_packet(arrived[next].sample, payload, arrived[next].at);
      }
      SoundBlock block;
      playout_.pull(now, block);
      blocks_.push_back({to_duration(playout_.stats().concealed_samples), playout_.held(), playout_.target_delay()});
    }
  }

  /// Seconds, of what is heard between two times since the start.
  double concealed(Duration from, Duration to) const { return to_seconds(at(to).concealed - at(from).concealed); }
  const std::vector<Block>& blocks() const { return blocks_; }

 private:
  Block at(Duration time) const {
    return blocks_.at(std::min(static_cast<std::size_t>(time / 10ms), blocks_.size() - 1));
  }
  MadeUpDecoder decoder_;
  MadeUpStretch stretch_;
  AudioPlayout playout_;
  std::vector<Block> blocks_;
};

}  // namespace evenkeel::test
