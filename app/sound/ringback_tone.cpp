#include "app/sound/ringback_tone.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace evenkeel {
namespace {

constexpr double frequency = 425;            // Hz, ETSI's and ITU-T E.180's
constexpr double ringback_amplitude = 2000;  // 24 dB below full scale: nobody is to be called by it
constexpr double ringback_fading = 0.02;     // s

}  // namespace

void RingbackTone::write(SoundBlock& block) {
  constexpr double length = to_seconds(tone);
  for (std::int16_t& sample : block) {
    const double time = static_cast<double>(at_) / samples_per_second;
    const double loudness = std::clamp(std::min(time, length - time) / ringback_fading, 0.0, 1.0);
    sample =
        static_cast<std::int16_t>(ringback_amplitude * loudness * std::sin(2 * std::numbers::pi * frequency * time));
    at_ = (at_ + 1) % to_samples(period);
  }
}

}  // namespace evenkeel
