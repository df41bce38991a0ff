#include "app/sound/ring_tone.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace evenkeel {
namespace {

constexpr double ring_amplitude = 7000;  // a fifth of full scale: two partials of it
constexpr double strike = 0.004;         // s in which a stroke rises
constexpr double ring_fading = 0.18;     // s in which it falls to 1/e
constexpr double stroke = 0.9;           // s after which nothing is left of it that is heard: less than 1 %
constexpr double second_stroke = 0.35;

// A hammer on a small bar: the second partial is 2.76 times as high as the first, and fades sooner.
double bell(double time, double frequency) {
  if (time < 0 || time > stroke) return 0;
  const double rise = std::min(time / strike, 1.0);
  const double release = std::min((stroke - time) / strike, 1.0);
  const double first = std::exp(-time / ring_fading) * std::sin(2 * std::numbers::pi * frequency * time);
  const double second = std::exp(-3 * time / ring_fading) * std::sin(2 * std::numbers::pi * 2.76 * frequency * time);
  return ring_amplitude * rise * release * (first + 0.4 * second);
}

}  // namespace

void RingTone::write(SoundBlock& block) {
  for (std::int16_t& sample : block) {
    const double time = static_cast<double>(at_) / samples_per_second;
    sample = static_cast<std::int16_t>(bell(time, 784) + bell(time - second_stroke, 988));
    at_ = (at_ + 1) % to_samples(period);
  }
}

}  // namespace evenkeel
