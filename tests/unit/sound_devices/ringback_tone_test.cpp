#include "app/sound/ringback_tone.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tones.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("a caller hears a quiet tone and a pause, over and over") {
  const std::vector<int> samples = samples_of<RingbackTone>(2 * RingbackTone::period);
  CHECK(loudest(samples, 0ms, 1000ms) > 1500);
  CHECK(loudest(samples, 0ms, 1000ms) < 2500);
  CHECK(loudest(samples, RingbackTone::tone, RingbackTone::period) == 0);
  CHECK(std::equal(samples.begin(), samples.begin() + to_samples(RingbackTone::period),
                   samples.begin() + to_samples(RingbackTone::period)));
}

TEST_CASE("the tone for callers has no click") {
  CHECK(steepest(samples_of<RingbackTone>(2 * RingbackTone::period)) < 2000 * (6.29 * 425 + 1 / 0.02) / 48000 + 1);
}
