#include "app/sound/ringback_tone.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <vector>

using namespace evenkeel;

namespace {

std::vector<int> ringback(Duration length) {
  RingbackTone tone;
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

TEST_CASE("a caller hears a quiet tone and a pause, over and over") {
  const std::vector<int> samples = ringback(2 * RingbackTone::period);
  CHECK(loudest(samples, 0ms, 1000ms) > 1500);
  CHECK(loudest(samples, 0ms, 1000ms) < 2500);
  CHECK(loudest(samples, RingbackTone::tone, RingbackTone::period) == 0);
  CHECK(std::equal(samples.begin(), samples.begin() + to_samples(RingbackTone::period),
                   samples.begin() + to_samples(RingbackTone::period)));
}

TEST_CASE("the tone for callers has no click") {
  int steepest = 0, before = 0;
  for (const int sample : ringback(2 * RingbackTone::period)) {
    steepest = std::max(steepest, std::abs(sample - before));
    before = sample;
  }
  CHECK(steepest < 2000 * (6.29 * 425 + 1 / 0.02) / 48000 + 1);
}
