#include "core/control/rivals/scream/scream.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/parameters/parameter_list.h"
#include "core/theory/predictions.h"
#include "scream_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// 800 kbit/s in packets of 1000 bytes: 10 kB in flight.
struct Flow {
  Scream scream;
  ScreamFeed feed{scream};

  explicit Flow(double start_kbps = 800, Duration round_trip_time = 100ms) {
    RateLimits limits;
    limits.start = kilobits_per_second(start_kbps);
    feed.round_trip_time = round_trip_time;
    feed.update = scream.start(limits, 1, feed.now);
  }
  double window() const { return scream.terms()[1].value; }
  double alpha() const { return scream.terms()[2].value; }
  double target_kbps() const { return feed.update->target.kbps(); }
};

/// 8 ref_wnd / s_rtt MSS/(MSS+20) / 1.2, less up to 20 % for few packets; in kbit/s.
double target_formula(double window, double round_trip_time) {
  const double few = std::min(0.2, std::max(0.0, 1000 / window - 0.1));
  return 8 * window / round_trip_time * 1000 / 1020 / 1.2 * (1 - few) / 1000;
}

}  // namespace

TEST_CASE("SCReAM v2 begins at the start rate, with the window that makes it, of whatever round trip") {
  const Duration round_trip_time = GENERATE(60ms, 100ms, 200ms);
  Flow flow(800, round_trip_time);
  CHECK(flow.target_kbps() == 800);
  CHECK(flow.feed.update->pacing == kilobits_per_second(800));
  REQUIRE(flow.feed.update->window);
  CHECK(target_formula(flow.window(), 0.1) == Approx(800));
  flow.feed.size = bytes(1300);  // somewhat more than the start rate: the window is used
  flow.feed.run(round_trip_time + 10ms);
  CHECK(flow.target_kbps() == Approx(800).epsilon(0.04));
}

TEST_CASE("SCReAM v2's target rate follows from the window") {
  const double start = GENERATE(200, 300, 400, 800, 3000);
  Flow flow(start);
  flow.feed.size = bytes(5000);
  for (int i = 0; i < 100; ++i) {
    flow.feed.step();
    if (i > 10) REQUIRE(flow.target_kbps() == Approx(target_formula(flow.window(), 0.1)));
    if (i > 10) REQUIRE(flow.feed.update->pacing == 1.5 * flow.feed.update->target);
  }
}

TEST_CASE("SCReAM v2 lets three times the window fly while the delay is steady, and half of it where it is not") {
  Flow flow;
  flow.feed.run(2s);
  CHECK(static_cast<double>(flow.feed.update->window->bytes()) == std::floor(3 * flow.window()));
  for (int i = 0; i < 200; ++i) {
    flow.feed.queue_delay = i % 2 == 0 ? 0ms : 80ms;
    flow.feed.step();
  }
  CHECK(static_cast<double>(flow.feed.update->window->bytes()) == std::floor(1.5 * flow.window()));
}

TEST_CASE("SCReAM v2 grows below half the delay target and shrinks above") {
  Flow flow;
  flow.feed.size = bytes(3000);
  flow.feed.queue_delay = 0ms;
  flow.feed.step();
  flow.feed.run(200ms);
  flow.feed.queue_delay = 28ms;
  double before = flow.window();
  flow.feed.run(1s);
  CHECK(flow.window() > before);
  CHECK(flow.alpha() == 0);
  flow.feed.queue_delay = 45ms;
  flow.feed.run(500ms);
  CHECK(flow.alpha() == Approx(0.5).epsilon(0.02));
  before = flow.window();
  flow.feed.run(30ms);  // one reduction per 25 ms, of 0.5/2/4, and some growth
  CHECK(flow.window() < before * 0.97);
  flow.feed.queue_delay = 0ms;  // the average falls at once
  flow.feed.step();
  CHECK(flow.alpha() == 0);
}

TEST_CASE("SCReAM v2 after a loss: by 0.7, once per round trip") {
  Flow flow;
  flow.feed.size = bytes(3000);
  flow.feed.run(1s);
  const double window = flow.window();
  flow.feed.lossy = true;
  flow.feed.run(100ms);
  CHECK(flow.window() == Approx(0.7 * window));
  flow.feed.step();
  CHECK(flow.window() == Approx(0.49 * window));
}

TEST_CASE("SCReAM v2 without acknowledgements: window and rate to their minimum, and free again") {
  Flow flow;
  flow.feed.run(2s);
  CHECK(flow.target_kbps() > 700);
  flow.feed.silent = true;
  flow.feed.run(480ms);
  CHECK(flow.window() > 3000);
  flow.feed.run(40ms);
  CHECK(flow.window() == 3000);
  CHECK(flow.feed.update->target == RateLimits().minimum);
  CHECK(*flow.feed.update->window > flow.feed.in_flight());  // what is lost holds nothing back
  flow.feed.run(5s);
  CHECK(flow.feed.update->target == RateLimits().minimum);

  flow.feed.silent = false;
  flow.feed.run(120ms);
  CHECK(flow.target_kbps() == Approx(target_formula(flow.window(), 0.1)));
  flow.feed.run(10s);
  CHECK(flow.target_kbps() > 700);
}

TEST_CASE("SCReAM v2 next to a flow that fills the buffer raises its target") {
  Flow flow;
  flow.scream.parameters().competing_flows = 1;
  flow.feed.run(1s);
  flow.feed.queue_delay = 150ms;
  PathConditions path;
  path.propagation_delay = 50ms;
  CHECK(delay_prediction(flow.scream, path).threshold == 80ms);
  flow.feed.run(20s);
  CHECK(to_milliseconds(*delay_prediction(flow.scream, path).threshold) == Approx(50 + 75));
  REQUIRE(set_parameter(flow.scream, "competing_flows", "0").empty());
  flow.feed.run(100ms);
  CHECK(delay_prediction(flow.scream, path).threshold == 80ms);
  CHECK_FALSE(delay_prediction(flow.scream, {}).threshold);
}

TEST_CASE("SCReAM v2 starting again forgets") {
  Flow flow;
  flow.feed.run(5s);
  RateLimits limits;
  limits.start = kilobits_per_second(500);
  const RateUpdate update = flow.scream.start(limits, 1, flow.feed.now);
  CHECK(update.target == kilobits_per_second(500));
  CHECK(update.pacing == kilobits_per_second(500));
  CHECK_FALSE(flow.scream.next_tick());
}

TEST_CASE("SCReAM v2 keeps finite rates within their limits, whatever the reports say") {
  std::mt19937_64 random(static_cast<std::uint64_t>(GENERATE(1, 2, 3)));
  Scream scream;
  const RateLimits limits;
  scream.start(limits, 1, LocalTime{1000s});
  LocalTime now{1000s};
  const auto up_to = [&](std::uint64_t most) { return static_cast<std::int64_t>(random() % most); };
  const auto wild = [&] {
    const std::int64_t values[] = {0, 1, -1, 1'000'000, 100'000'000, -100'000'000, 1'000'000'000'000'000'000};
    return Duration(values[random() % std::size(values)]);
  };
  for (int i = 0; i < 5000; ++i) {
    if (up_to(3) != 0) now += std::chrono::milliseconds(up_to(200));
    if (up_to(2) == 0) scream.on_sent({up_to(10'000), bytes(up_to(1500)), now});
    PacketResult result{up_to(10'000), bytes(up_to(100'000)), now, up_to(4) != 0, std::nullopt, std::nullopt};
    if (up_to(2) == 0) result.one_way_delay = wild();
    PathReport report;
    report.now = now;
    report.packets = {&result, 1};
    report.smoothed_round_trip_time = wild();
    report.in_flight = bytes(wild().count());
    const auto update = up_to(3) == 0 ? scream.on_tick(now) : scream.on_report(report);
    if (!update) continue;
    REQUIRE(limits.clamp(update->target) == update->target);
    REQUIRE(limits.clamp(update->pacing) == update->pacing);
    REQUIRE(update->window->bytes() >= 3000);
    REQUIRE(update->window->bytes() <= 5'000'000'000);
    for (const LawTerm& term : scream.terms()) REQUIRE(std::isfinite(term.value));
  }
}

TEST_CASE("SCReAM v2's parameters can be set, and each is within its range") {
  Scream scream;
  CHECK(list_parameters(scream).size() == 20);
  CHECK(set_parameter(scream, "qdelay_target_lo", "80ms").empty());
  CHECK(scream.parameters().qdelay_target_lo == 80ms);
  for (const ParameterValue& p : list_parameters(scream)) {
    CAPTURE(p.info.name);
    CHECK(p.value >= p.info.minimum);
    CHECK(p.value <= p.info.maximum);
    CHECK(set_parameter(scream, p.info.name, p.text).empty());
  }
}
