#pragma once

#include <optional>

#include "core/frames/encoded_sound.h"
#include "core/session/sound_plan.h"

namespace evenkeel {

/// Microphone and encoder of sound in one, without samples: packets that hold what the plan says, all of them of the
/// full bitrate, as of someone who never stops talking. Drain poll(now), come back at next(). Times must not decrease.
class SoundSource {
 public:
  explicit SoundSource(LocalTime start) : next_(start + length_) {}

  /// The next packet that is complete by `now`.
  std::optional<EncodedSound> poll(const SoundPlan& plan, LocalTime now) {
    if (now < next_) return std::nullopt;
    EncodedSound sound;
    sound.samples = static_cast<std::size_t>(to_samples(length_));
    sound.sample = sample_;
    sound.captured = next_ - length_;
    sound.size = static_cast<std::size_t>((plan.bitrate() * length_).bytes());
    sound.below_full_scale = 30;
    sound.voice = true;
    sample_ += static_cast<std::int64_t>(sound.samples);
    length_ = plan.packet();
    next_ += length_;
    return sound;
  }
  LocalTime next() const { return next_; }

 private:
  Duration length_ = 20ms;  // of the packet that is being filled
  LocalTime next_;
  std::int64_t sample_ = 0;
};

}  // namespace evenkeel
