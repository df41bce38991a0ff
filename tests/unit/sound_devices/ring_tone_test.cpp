#include "app/sound/ring_tone.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tones.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("it rings twice and pauses, over and over, and stays far from full scale") {
  const std::vector<int> samples = samples_of<RingTone>(2 * RingTone::period);
  CHECK(loudest(samples, 0ms, 350ms) > 5000);
  CHECK(loudest(samples, 350ms, 700ms) > 5000);
  CHECK(loudest(samples, 1300ms, RingTone::period) == 0);
  CHECK(loudest(samples, 0ms, RingTone::period) < 20000);
  CHECK(std::equal(samples.begin(), samples.begin() + to_samples(RingTone::period),
                   samples.begin() + to_samples(RingTone::period)));
}

TEST_CASE("the ring has no click") {
  const std::vector<int> samples = samples_of<RingTone>(RingTone::period);
  // The partials of both strokes at once, at their loudest: 2 pi f a / 48 000 each.
  CHECK(steepest(samples) < 7000 * 6.29 / 48000 * (784 + 988 + 0.4 * 2.76 * (784 + 988)));
  CHECK(std::abs(samples.back()) == 0);
}
