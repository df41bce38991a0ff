#include "app/window/outbox.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("A window that stands still for long finds the newest samples, and no more than it may") {
  Outbox outbox;
  const int came = 5 * static_cast<int>(Outbox::max_samples) + 17;
  for (int i = 1; i <= came; ++i) {
    Sample sample;
    sample.time = i * 10ms;
    outbox.add(sample);
  }
  CallUpdates updates;
  outbox.take(updates);
  CHECK(updates.samples.size() <= Outbox::max_samples);
  CHECK(updates.samples.size() >= Outbox::max_samples / 2);
  CHECK(sizeof(Sample) * Outbox::max_samples < 40'000'000);
  REQUIRE(updates.samples.back().time == came * 10ms);
  for (std::size_t i = 1; i < updates.samples.size(); ++i)
    REQUIRE(updates.samples[i].time - updates.samples[i - 1].time == 10ms);
}
