#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "app/record/call/sound_track.h"
#include "codecs/opus_encoder.h"

namespace evenkeel {

/// The sound of both sides in one track, without a gap: a recording of a conversation has both voices, and players play
/// one track.
class SoundMix {
 public:
  /// A packet of Opus and the sample at which it begins.
  using Sink = std::function<void(std::span<const std::uint8_t>, std::int64_t)>;

  SoundMix();

  SoundTrack& received() { return received_; }
  SoundTrack& sent() { return sent_; }
  /// Everything before `until` that has come so far; what comes later for it is left out.
  void mix(std::int64_t until, const SoundTrack::Place& received, const SoundTrack::Place& sent, const Sink& sink);
  /// Up to there it is mixed.
  std::int64_t end() const { return end_; }

  static constexpr std::size_t packet_samples = 960;

 private:
  void mix_packet(const Sink& sink);

  SoundTrack received_, sent_;
  OpusEncoder encoder_;
  std::int64_t end_ = 0;
  std::array<std::int32_t, packet_samples> sum_{};
  std::array<std::int16_t, packet_samples> out_{};
};

}  // namespace evenkeel
