#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "core/frames/sound.h"

namespace evenkeel::test {

/// Sound like that of a voice: syllables of a tone with harmonics and breath, through two resonances, and pauses
/// between them and between sentences. The same seed gives the same.
class Speech {
 public:
  /// `pitch`: Hz, the lowest; syllables go up to 1.6 times that.
  explicit Speech(unsigned seed, double pitch = 110, double loudness = 6000);

  std::int16_t next();
  /// The last sample was of a syllable, not of a pause.
  bool voiced() const { return envelope_ > 0.1; }

 private:
  void begin_syllable();

  std::mt19937 random_;
  std::normal_distribution<double> noise_;
  double pitch_;
  double loudness_;
  double tone_ = 110;
  double phase_ = 0;
  double envelope_ = 0;
  double wanted_envelope_ = 0;
  double resonance_ = 700;
  double low_[2]{};
  double high_[2]{};
  int left_ = 0;       // samples of this syllable
  int syllables_ = 0;  // of this sentence, to come
};

std::vector<std::int16_t> speech(double seconds, unsigned seed, double pitch = 110, double loudness = 6000);

}  // namespace evenkeel::test
