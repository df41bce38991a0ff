#include "app/sound/test_tone.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

namespace evenkeel {
namespace {

constexpr double notes[] = {523.25, 659.25, 783.99};  // Hz
constexpr std::int64_t note_length = to_samples(TestTone::length) / static_cast<std::int64_t>(std::size(notes));
constexpr double tone_amplitude = 6000;  // a fifth of full scale

double tone_at(std::int64_t sample) {
  const double frequency = notes[sample / note_length];
  const double at = static_cast<double>(sample % note_length) / static_cast<double>(note_length);
  const double time = static_cast<double>(sample) / samples_per_second;
  return tone_amplitude * std::sin(std::numbers::pi * at) * std::sin(2 * std::numbers::pi * frequency * time);
}

std::int16_t sum(std::int16_t heard, double tone) {
  using Limits = std::numeric_limits<std::int16_t>;
  return static_cast<std::int16_t>(std::clamp<double>(heard + tone, Limits::min(), Limits::max()));
}

}  // namespace

void TestTone::add_to(SoundBlock& block) {
  if (wanted_.exchange(false)) at_ = 0;
  const double volume = std::clamp(volume_.load(), 0.0, 1.0);
  for (std::int16_t& sample : block) {
    if (at_ >= to_samples(length)) return;
    sample = sum(sample, volume * tone_at(at_++));
  }
}

}  // namespace evenkeel
