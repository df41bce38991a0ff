#include "core/control/rivals/scream/competing_flows.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace evenkeel;

namespace {

constexpr ScreamTargetRange range{100ms, 400ms};

ScreamCompetingFlows after(Duration delay, int samples, double loss_event_rate = 0) {
  ScreamCompetingFlows flows;
  flows.start(range.low);
  for (int i = 0; i < samples; ++i) flows.sample(delay, loss_event_rate, range);
  return flows;
}

}  // namespace

TEST_CASE("SCReAM raises its target to a standing queue, within its range") {
  CHECK(after(50ms, 400).target() == 100ms);
  CHECK(to_milliseconds(after(150ms, 400).target()) == Approx(150));
  CHECK(to_milliseconds(after(250ms, 400).target()) == Approx(250));
  CHECK(after(2s, 400).target() == 400ms);
  CHECK(after(24h, 400).target() == 400ms);
}

TEST_CASE("SCReAM's target is the mean of 50 samples and the deviation of 200, by hand") {
  // 200 samples of 0.5, then 50 of 1.2 in the units of QDELAY_TARGET_LO: the variance is 0.7^2 3/16 = 0.092.
  ScreamCompetingFlows flows = after(50ms, 200);
  for (int i = 0; i < 50; ++i) flows.sample(120ms, 0, range);
  CHECK(to_milliseconds(flows.target()) == Approx(100 * (1.2 + 0.7 * std::sqrt(3.0) / 4)));
}

TEST_CASE("SCReAM with losses takes one and a half times that, however the delay varies") {
  CHECK(to_milliseconds(after(150ms, 400, 0.003).target()) == Approx(225));
  CHECK(to_milliseconds(after(150ms, 400, 0.002).target()) == Approx(150));
  ScreamCompetingFlows flows;
  flows.start(range.low);
  for (int i = 0; i < 400; ++i) flows.sample(i % 2 == 0 ? 0ms : 200ms, 0.01, range);  // mean 1, deviation 1
  CHECK(to_milliseconds(flows.target()) == Approx(300));
}

TEST_CASE("SCReAM lowers its target while the delay varies: slowly, or fast where the queue is short") {
  ScreamCompetingFlows flows = after(300ms, 400);
  REQUIRE(to_milliseconds(flows.target()) == Approx(300));
  SECTION("slowly") {  // a step of 2 over 20 of 200 samples: variance 4 0.1 0.9
    for (int i = 0; i < 20; ++i) flows.sample(500ms, 0, range);
    Duration before = flows.target();
    flows.sample(500ms, 0, range);
    CHECK(to_milliseconds(flows.target()) == Approx(to_milliseconds(before) * 0.9));
  }
  SECTION("and not for ever") {
    for (int i = 0; i < 300; ++i) flows.sample(0ms, 0, range);
    CHECK(flows.target() == 100ms);
  }
}

TEST_CASE("SCReAM's compensation can be held off") {
  ScreamCompetingFlows flows = after(300ms, 400);
  flows.hold(range);
  CHECK(flows.target() == 100ms);
}

TEST_CASE("SCReAM's target stays in a range that is upside down or a point") {
  ScreamCompetingFlows flows;
  flows.start(100ms);
  for (int i = 0; i < 300; ++i) flows.sample(300ms, 0.1, {100ms, 50ms});
  CHECK(flows.target() == 100ms);
}
