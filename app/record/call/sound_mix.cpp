#include "app/record/call/sound_mix.h"

#include <algorithm>

namespace evenkeel {
namespace {

// Nothing is lost on the way to a disk, and what was encoded before should suffer little.
constexpr OpusEncoderConfig encoding{.target = kilobits_per_second(64), .complexity = 5, .min_expected_loss = 0};
constexpr std::int64_t loudest = 32'767;

}  // namespace

SoundMix::SoundMix() : encoder_(encoding) {}

// Packet by packet: after hours without sound there would be hours of samples to hold otherwise.
void SoundMix::mix(std::int64_t until, const SoundTrack::Place& received, const SoundTrack::Place& sent,
                   const Sink& sink) {
  constexpr auto step = static_cast<std::int64_t>(packet_samples);
  while (end_ + step <= until) {
    received_.decode(end_ + step, received);
    sent_.decode(end_ + step, sent);
    mix_packet(sink);
  }
}

void SoundMix::mix_packet(const Sink& sink) {
  sum_.fill(0);
  received_.mix_into(sum_, end_);
  sent_.mix_into(sum_, end_);
  std::ranges::transform(sum_, out_.begin(), [](std::int32_t sample) {
    return static_cast<std::int16_t>(std::clamp<std::int64_t>(sample, -loudest, loudest));
  });
  sink(encoder_.encode(out_), end_);
  end_ += static_cast<std::int64_t>(packet_samples);
}

}  // namespace evenkeel
