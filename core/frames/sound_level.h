#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/frames/sound.h"

namespace evenkeel {

/// Of full scale, 0 to 1, by root mean square: W3C's audioLevel. 0 of nothing.
inline double sound_level(std::span<const std::int16_t> samples) {
  double energy = 0;
  for (const std::int16_t s : samples) energy += static_cast<double>(s) * s;
  return samples.empty() ? 0.0 : std::sqrt(energy / static_cast<double>(samples.size())) / 32768.0;
}

/// The level as RFC 6464 has it: 0 (full scale) to 127 (silence), in dB below full scale.
inline std::uint8_t decibels_below_full_scale(double level) {
  constexpr double silence = 127;
  return static_cast<std::uint8_t>(level > 0 ? std::clamp(std::round(-20 * std::log10(level)), 0.0, silence) : silence);
}

/// What W3C's statistics say about sound that passes by.
class SoundMeter {
 public:
  void on_sound(std::span<const std::int16_t> samples) {
    level_ = sound_level(samples);
    const double seconds = static_cast<double>(samples.size()) / samples_per_second;
    total_energy_ += level_ * level_ * seconds;
    total_duration_ += seconds;
  }

  double level() const { return level_; }                    ///< audioLevel: of the last samples, 0 to 1
  double total_energy() const { return total_energy_; }      ///< totalAudioEnergy: full scale squared, seconds
  double total_duration() const { return total_duration_; }  ///< totalSamplesDuration: seconds

 private:
  double level_ = 0;
  double total_energy_ = 0;
  double total_duration_ = 0;
};

}  // namespace evenkeel
