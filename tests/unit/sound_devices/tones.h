#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/frames/sound.h"

namespace evenkeel::test {

/// What a tone that is written by 10 ms sounds like from its begin on.
template <class Tone>
std::vector<int> samples_of(Duration length) {
  Tone tone;
  std::vector<int> samples;
  while (static_cast<std::int64_t>(samples.size()) < to_samples(length)) {
    SoundBlock block;
    tone.write(block);
    samples.insert(samples.end(), block.begin(), block.end());
  }
  return samples;
}

inline int loudest(const std::vector<int>& samples, Duration from, Duration to) {
  int found = 0;
  for (auto i = to_samples(from); i < to_samples(to); ++i)
    found = std::max(found, std::abs(samples.at(static_cast<std::size_t>(i))));
  return found;
}

/// Between two samples in a row.
inline int steepest(const std::vector<int>& samples) {
  int found = 0, before = 0;
  for (const int sample : samples) {
    found = std::max(found, std::abs(sample - before));
    before = sample;
  }
  return found;
}

}  // namespace evenkeel::test
