#include "app/sound/ring_tone.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <vector>

using namespace evenkeel;

namespace {

std::vector<int> ring(Duration length) {
  RingTone tone;
  std::vector<int> samples;
  while (static_cast<std::int64_t>(samples.size()) < to_samples(length)) {
    SoundBlock block;
    tone.write(block);
    samples.insert(samples.end(), block.begin(), block.end());
  }
  return samples;
}

int loudest(const std::vector<int>& samples, Duration from, Duration to) {
  int found = 0;
  for (auto i = to_samples(from); i < to_samples(to); ++i)
    found = std::max(found, std::abs(samples.at(static_cast<std::size_t>(i))));
  return found;
}

}  // namespace

TEST_CASE("it rings twice and pauses, over and over, and stays far from full scale") {
  const std::vector<int> samples = ring(2 * RingTone::period);
  CHECK(loudest(samples, 0ms, 350ms) > 5000);
  CHECK(loudest(samples, 350ms, 700ms) > 5000);
  CHECK(loudest(samples, 1300ms, RingTone::period) == 0);
  CHECK(loudest(samples, 0ms, RingTone::period) < 20000);
  CHECK(std::equal(samples.begin(), samples.begin() + to_samples(RingTone::period),
                   samples.begin() + to_samples(RingTone::period)));
}

TEST_CASE("the ring has no click") {
  const std::vector<int> samples = ring(RingTone::period);
  int steepest = 0, before = 0;
  for (const int sample : samples) {
    steepest = std::max(steepest, std::abs(sample - before));
    before = sample;
  }
  // The partials of both strokes at once, at their loudest: 2 pi f a / 48 000 each.
  CHECK(steepest < 7000 * 6.29 / 48000 * (784 + 988 + 0.4 * 2.76 * (784 + 988)));
  CHECK(std::abs(samples.back()) == 0);
}
