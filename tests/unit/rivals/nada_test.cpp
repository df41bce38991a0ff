#include "core/control/rivals/nada/nada.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/base/quantity.h"
#include "core/parameters/parameter_list.h"
#include "core/theory/predictions.h"
#include "tests/unit/control/packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

RateLimits rfc_limits(DataRate start = megabits_per_second(1)) {
  return {start, kilobits_per_second(150), megabits_per_second(1.5)};
}

/// 1 Mbit/s, a report each 10 ms, 50 ms one way without a queue; the limits are those of the RFC's table.
struct SteadyFlow {
  Nada nada;
  PacketFeed feed{nada};

  explicit SteadyFlow(const RateLimits& limits = rfc_limits()) { feed.target = nada.start(limits, 1, t0).target; }

  double signal() const { return nada.terms()[0].value; }
  double resting() const { return nada.terms()[1].value; }
  double delay() const { return nada.terms()[2].value; }  // d_tilde

  void queue(Duration queueing_delay) { feed.one_way_delay = 50ms + queueing_delay; }
  /// The packets of one update.
  std::optional<RateUpdate> update() {
    for (int i = 0; i < 1000; ++i) {
      if (auto result = feed.next()) return result;
    }
    return std::nullopt;
  }
};

}  // namespace

TEST_CASE("nada: one update per DELTA, whatever the reports") {
  SteadyFlow flow;
  CHECK(flow.feed.run(1000) == Approx(100).margin(1));
  flow.feed.sending_interval = 33ms;
  CHECK(flow.feed.run(1000) == Approx(330).margin(2));
  REQUIRE(set_parameter(flow.nada, "DELTA", "50ms").empty());
  CHECK(flow.feed.run(1000) == Approx(660).margin(4));
}

TEST_CASE("nada: on an empty path the rate goes to (1 + gamma) times what is received") {
  struct Row {
    Duration rtt;
    double gamma;
  };
  const auto row = GENERATE(values<Row>({{100ms, 50.0 / 320}, {20ms, 50.0 / 240}, {600ms, 50.0 / 820}}));
  SteadyFlow flow(rfc_limits(kilobits_per_second(300)));
  flow.feed.round_trip_time = row.rtt;
  flow.feed.run(100);
  CHECK(flow.feed.target.bps() == Approx(1e6 * (1 + row.gamma)));
  flow.feed.size = bytes(125);  // eq. 4 never lowers
  flow.feed.run(100);
  CHECK(flow.feed.target.bps() == Approx(1e6 * (1 + row.gamma)));
}

TEST_CASE("nada: a step of what an estimate assumes is no queue") {
  SteadyFlow flow;
  flow.feed.assumed_propagation = 50ms;
  flow.feed.run(1000);
  flow.feed.assumed_propagation = 80ms;  // RTT_min has expired
  flow.queue(30ms);
  flow.feed.run(1000);
  CHECK(flow.delay() == Approx(0).margin(1e-6));
}

TEST_CASE("nada: one packet above QEPS ends the ramp-up") {
  SteadyFlow flow;
  flow.feed.run(100);
  const DataRate before = flow.feed.target;
  flow.feed.size = bytes(1500);
  flow.queue(GENERATE(Duration(11ms), Duration(300ms)));
  flow.feed.run(1);
  flow.queue(0ms);
  flow.feed.run(40);
  CHECK(flow.feed.target > before);  // x is 0, and so the law creeps up
  CHECK(flow.feed.target < before * 1.02);
  flow.feed.run(100);
  CHECK(flow.feed.target.bps() == Approx(1.2e6 * (1 + 50.0 / 320)));
}

TEST_CASE("nada: a delay below QEPS does not end the ramp-up") {
  SteadyFlow flow;
  flow.feed.run(100);
  flow.feed.size = bytes(1500);
  flow.queue(9ms);
  flow.feed.run(100);
  CHECK(flow.feed.target.bps() == Approx(1.2e6 * (1 + 50.0 / 320)));
}

TEST_CASE("nada: in a standing queue each update is eq. 7") {
  SteadyFlow flow;
  flow.feed.run(20);
  flow.queue(25ms);
  flow.feed.run(60);
  for (int i = 0; i < 20; ++i) {
    const double before = flow.feed.target.bps();
    REQUIRE(flow.update());
    CHECK(flow.signal() == Approx(25));
    CHECK(flow.resting() == Approx(15e6 / before));
    const double offset = 0.025 - 0.015e6 / before;
    CHECK(flow.feed.target.bps() == Approx(before * (1 - 0.5 * 0.2 * offset / 0.5)));
  }
}

TEST_CASE("nada: a change of the queue counts ETA tau/delta times as much as its offset") {
  SteadyFlow flow;
  flow.feed.run(20);
  flow.queue(25ms);
  flow.feed.run(60);
  REQUIRE(flow.update());
  const double before = flow.feed.target.bps();
  flow.queue(15ms);  // the minimum filter sees it at once
  REQUIRE(flow.update());
  const double offset = 0.015 - 0.015e6 / before;
  CHECK(flow.feed.target.bps() == Approx(before * (1 - 0.5 * (0.2 * offset / 0.5 + 2 * -0.01 / 0.5))));
}

TEST_CASE("nada: the rate comes to rest at 10 ms RMAX over the queue") {
  const auto [queue, kbps] = GENERATE(table<Duration, double>({{15ms, 1000}, {25ms, 600}, {60ms, 250}}));
  SteadyFlow flow;
  flow.feed.run(20);
  flow.queue(queue);
  flow.feed.run(40'000);
  CHECK(flow.feed.target.kbps() == Approx(kbps).epsilon(0.001));
}

TEST_CASE("nada: losses count as their smoothed ratio, squared") {
  SteadyFlow flow;
  flow.feed.run(100);
  REQUIRE(flow.update());
  flow.feed.next(false);
  REQUIRE(flow.update());  // p_inst 1/50, p_loss 0.1 of it
  CHECK(flow.signal() - flow.delay() == Approx(10 * 0.2 * 0.2));
  REQUIRE(flow.update());
  CHECK(flow.signal() - flow.delay() == Approx(10 * 0.38 * 0.38));
}

TEST_CASE("nada: a tenth lost is a signal of a second, limited by XMAX") {
  const bool limited = GENERATE(false, true);
  SteadyFlow flow;
  if (!limited) REQUIRE(set_parameter(flow.nada, "XMAX", "0ms").empty());
  for (int i = 0; i < 3000; ++i) flow.feed.next(i % 10 != 5);
  CHECK(flow.signal() == Approx(limited ? 500 : 1000).epsilon(0.01));
  CHECK(flow.feed.target == kilobits_per_second(150));
}

TEST_CASE("nada: after a loss a long queue counts less, until the loss expires") {
  const auto [queue, warped] =
      GENERATE(table<Duration, double>({{40ms, 40}, {100ms, 30.33}, {200ms, 11.16}, {300ms, 4.104}}));
  SteadyFlow flow;
  flow.feed.run(79);
  flow.queue(queue);
  flow.feed.run(20);
  flow.update();
  CHECK(flow.delay() == Approx(to_milliseconds(queue)));
  flow.feed.next(false);
  flow.update();
  CHECK(flow.delay() == Approx(warped).epsilon(1e-3));
  flow.feed.run(7 * 90);  // the loss interval is of 100 to 109 packets
  CHECK(flow.delay() == Approx(warped).epsilon(1e-3));
  flow.feed.run(300);
  CHECK(flow.delay() == Approx(to_milliseconds(queue)));
}

TEST_CASE("nada: without feedback the rate is halved each 500 ms, down to the minimum") {
  SteadyFlow flow;
  CHECK_FALSE(flow.nada.next_tick());
  flow.nada.on_sent({1, bytes(1000), t0});
  flow.nada.on_sent({2, bytes(1000), t0 + 50ms});
  for (const double kbps : {500, 250, 150, 150}) {
    const auto due = flow.nada.next_tick();
    REQUIRE(due);
    CHECK_FALSE(flow.nada.on_tick(*due - 1ns));
    const auto update = flow.nada.on_tick(*due);
    REQUIRE(update);
    CHECK(update->target.kbps() == kbps);
    flow.nada.on_sent({3, bytes(1000), *due});
  }
  CHECK(flow.nada.next_tick() == t0 + 5 * 500ms);
  flow.feed.next();
  CHECK_FALSE(flow.nada.next_tick());
}

TEST_CASE("nada: a gap counts as 500 ms at most") {
  SteadyFlow flow;
  flow.feed.run(20);
  flow.queue(25ms);
  flow.feed.run(60);
  REQUIRE(flow.update());
  const double before = flow.feed.target.bps();
  flow.feed.sent += 100s;
  flow.feed.arrival += 100s;
  REQUIRE(flow.update());
  const double offset = 0.025 - 0.015e6 / before;
  CHECK(flow.feed.target.bps() == Approx(before * (1 - 0.5 * offset / 0.5)));
}

TEST_CASE("nada: RMAX is the highest rate allowed, or 3 Mbit/s, unless it is set") {
  RateLimits limits = rfc_limits();
  limits.maximum = megabits_per_second(8);
  SteadyFlow flow(limits);
  flow.feed.size = bytes(12'500);
  flow.feed.run(100);
  CHECK(flow.feed.target == megabits_per_second(3));
  CHECK(flow.resting() == Approx(10));
  for (const double mbps : {8.0, 1.5}) {
    REQUIRE(set_parameter(flow.nada, "RMAX", format_rate(megabits_per_second(mbps))).empty());
    flow.feed.run(100);
    CHECK(flow.feed.target == megabits_per_second(mbps));
  }
}

TEST_CASE("nada: starting again forgets") {
  SteadyFlow flow;
  for (int i = 0; i < 200; ++i) flow.feed.next(i % 50 != 25);
  flow.nada.on_sent({1, bytes(1000), flow.feed.now});
  flow.nada.on_rate_shaping_buffer(bytes(2000));
  const RateUpdate update = flow.nada.start(rfc_limits(), 1, flow.feed.now);
  CHECK(update.target == megabits_per_second(1));
  CHECK(update.pacing == megabits_per_second(1));
  CHECK_FALSE(flow.nada.next_tick());
  flow.queue(30ms);  // it is the path now
  flow.feed.run(100);
  CHECK(flow.signal() == 0);
  flow.queue(130ms);  // nothing was lost that could discount it
  flow.feed.run(30);
  CHECK(flow.delay() == Approx(100));
}

TEST_CASE("nada: the rate-shaping buffer parts target and pacing") {
  SteadyFlow flow;
  flow.nada.on_rate_shaping_buffer(bytes(2000));
  const auto update = flow.update();
  REQUIRE(update);
  CHECK(update->target.kbps() == Approx(1000 - 48));
  CHECK(update->pacing.kbps() == Approx(1000 + 48));
}

TEST_CASE("nada: predictions") {
  SteadyFlow flow;
  PathConditions path;
  path.rate = megabits_per_second(1);
  path.propagation_delay = 50ms;
  path.min_round_trip_time = 100ms;
  const auto delay = [&](double mbps) {
    path.rate = megabits_per_second(mbps);
    return to_milliseconds(delay_prediction(flow.nada, path).equilibrium.value_or(-1ms));
  };
  CHECK(delay(1) == Approx(65));
  CHECK(delay(0.6) == Approx(75));
  CHECK(delay(2.5) == Approx(50));
  CHECK(delay(0.1) == Approx(-1));
  CHECK(delay_prediction(flow.nada, path).threshold == 60ms);
  CHECK_FALSE(delay_prediction(flow.nada, {}).equilibrium);
  path.rate = megabits_per_second(1);
  const auto all = predictions(flow.nada, path);
  REQUIRE(all.size() == 4);
  CHECK(all[0].value == "65 ms");
  CHECK(all[1].value == "15.6 %");
  CHECK(all[2].value == "300 kbps");
  CHECK(all[3].value == "1.22 %");
  for (const Prediction& p : all) CHECK_FALSE(p.alarming);
  path.rate = kilobits_per_second(100);
  CHECK(predictions(flow.nada, path)[0].alarming);
  CHECK(predictions(flow.nada, path)[2].alarming);
}
