#include "tests/sound/speech.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace evenkeel::test {
namespace {

// A resonator of two poles.
double resonate(double (&state)[2], double input, double frequency, double width) {
  const double radius = std::exp(-std::numbers::pi * width / samples_per_second);
  const double angle = 2 * std::numbers::pi * frequency / samples_per_second;
  const double out = input * (1 - radius) + 2 * radius * std::cos(angle) * state[0] - radius * radius * state[1];
  state[1] = state[0];
  state[0] = out;
  return out;
}

}  // namespace

Speech::Speech(unsigned seed, double pitch, double loudness) : random_(seed), pitch_(pitch), loudness_(loudness) {}

void Speech::begin_syllable() {
  std::uniform_real_distribution<double> any(0, 1);
  if (syllables_-- <= 0) {
    syllables_ = 4 + static_cast<int>(random_() % 12);
    left_ = static_cast<int>(samples_per_second * (0.3 + 0.5 * any(random_)));
    wanted_envelope_ = 0;
    return;
  }
  left_ = static_cast<int>(samples_per_second * (0.08 + 0.2 * any(random_)));
  wanted_envelope_ = any(random_) < 0.85 ? 0.3 + 0.7 * any(random_) : 0;
  tone_ = pitch_ * (1 + 0.6 * any(random_));
  resonance_ = 400 + 500 * any(random_);
}

std::int16_t Speech::next() {
  if (left_-- <= 0) begin_syllable();
  envelope_ += (wanted_envelope_ - envelope_) * 0.001;
  phase_ += tone_ / samples_per_second;
  const double saw = 2 * (phase_ - std::floor(phase_ + 0.5));
  const double source = envelope_ * (saw + 0.15 * noise_(random_));
  const double sound = resonate(low_, source, resonance_, 120) + resonate(high_, source, 2.6 * resonance_, 300);
  return static_cast<std::int16_t>(std::clamp(std::lround(sound * loudness_), -32767L, 32767L));
}

std::vector<std::int16_t> speech(double seconds, unsigned seed, double pitch, double loudness) {
  Speech source(seed, pitch, loudness);
  std::vector<std::int16_t> samples(static_cast<std::size_t>(seconds * samples_per_second));
  std::generate(samples.begin(), samples.end(), [&] { return source.next(); });
  return samples;
}

}  // namespace evenkeel::test
