#include <catch2/catch.hpp>
#include <cmath>

#include "core/control/rivals/scream/competing_flows.h"
#include "core/control/rivals/scream/queue_delay.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

}  // namespace

TEST_CASE("SCReAM's trend of a ramp: 0.85 times the average") {
  // 20 equidistant values: R(0) = 665, R(1) = 565.25 in squares of the step.
  const double step = GENERATE(0.001, 0.02, -0.02);
  ScreamDelayTrend trend;
  double average = 0;
  double value = 0.5;
  for (int i = 0; i < 40; ++i) {
    value += step;
    trend.sample(value, 0.1);
    average = 0.9 * average + 0.1 * value;
  }
  CHECK(trend.trend() == Approx(0.85 * std::max(average, 0.0)));
}

TEST_CASE("SCReAM's trend of a constant delay is zero, for all of rounding") {
  const double value = GENERATE(0.0, 0.1, 1.0 / 3, 0.7, 7.1, 1e4);
  ScreamDelayTrend trend;
  for (int i = 0; i < 100; ++i) trend.sample(value, 0.1);
  CHECK(trend.trend() == 0);
}

TEST_CASE("SCReAM's trend of a delay that alternates is zero, and of a steep one at most 1") {
  ScreamDelayTrend alternating;
  ScreamDelayTrend steep;
  for (int i = 0; i < 40; ++i) {
    alternating.sample(i % 2, 0.1);
    CHECK(alternating.trend() == 0);
    steep.sample(100.0 * i, 0.1);
    CHECK(steep.trend() <= 1);
  }
  CHECK(steep.trend() == 1);
}

TEST_CASE("SCReAM's trend is remembered, less 1 % per sample") {
  ScreamDelayTrend trend;
  for (int i = 0; i < 40; ++i) trend.sample(0.02 * i, 0.1);
  for (int i = 0; i < 100 && trend.trend() > 0; ++i) trend.sample(0.78, 0.1);
  REQUIRE(trend.trend() == 0);
  const double before = trend.memory();
  CHECK(before > 0.1);
  for (int i = 0; i < 10; ++i) trend.sample(0.78, 0.1);
  CHECK(trend.memory() == Approx(before * std::pow(0.99, 10)));
}

TEST_CASE("SCReAM samples every 50 ms, however often reports come") {
  ScreamSampler sampler;
  CHECK(sampler.due(t0) == 1);
  CHECK(sampler.due(t0 + 10ms) == 0);
  CHECK(sampler.due(t0 + 49ms) == 0);
  CHECK(sampler.due(t0 + 55ms) == 1);
  CHECK(sampler.due(t0 + 99ms) == 0);
  CHECK(sampler.due(t0 + 200ms) == 3);
  CHECK(sampler.due(t0 + 1h) == 20);
  CHECK(sampler.due(t0 + 1h) == 0);
  CHECK(sampler.due(t0 + 1h + 50ms) == 1);
}

TEST_CASE("SCReAM's loss event rate is the share of round trips with a loss") {
  const int every = GENERATE(1, 10, 1000);
  ScreamLossEventRate events;
  CHECK(events.rate() == 0);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    for (int j = 0; j < 4; ++j) {  // 4 reports per round trip, two of them with losses
      events.on_report(t0 + i * 100ms + j * 25ms, 100ms, i % every == 0 && j > 1);
    }
    if (i >= 5000) sum += events.rate() / 5000;
  }
  CHECK(sum == Approx(1.0 / every).epsilon(0.05));
}
