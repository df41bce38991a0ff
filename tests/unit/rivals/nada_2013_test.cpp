#include "core/control/rivals/nada/nada_2013.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "core/parameters/parameter_list.h"
#include "core/theory/predictions.h"
#include "tests/unit/control/packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// 25 ms one way without a queue; a report each 10 ms, an update each 50 ms.
struct OldFlow {
  Nada2013 nada;
  PacketFeed feed{nada};

  explicit OldFlow(bool slow_start = false) {
    if (!slow_start) nada.parameters().slow_start = 0ms;
    feed.one_way_delay = 25ms;
    feed.target =
        nada.start({kilobits_per_second(150), kilobits_per_second(30), megabits_per_second(50)}, 1, t0).target;
  }
  void update() {
    for (int i = 0; i < 100 && !feed.next(); ++i) {
    }
  }
  double smoothed() const { return nada.terms()[0].value; }
  double predicted() const { return nada.terms()[1].value; }
  double reference() const { return nada.terms()[2].value; }
};

}  // namespace

TEST_CASE("nada-2013: the equilibrium that the LDCC paper states, R_MAX OWD_min / R") {
  struct Row {
    double r_max, mbps, delay_ms;
  };
  const auto row = GENERATE(values<Row>({{3, 0.5, 150},
                                         {3, 1, 75},
                                         {3, 1.5, 50},
                                         {3, 2, 37.5},
                                         {3, 3, 25},
                                         {3, 4, 25},
                                         {5, 0.5, 250},
                                         {5, 1, 125},
                                         {5, 1.5, 83.333},
                                         {5, 2, 62.5},
                                         {5, 3, 41.667}}));
  OldFlow flow;
  flow.nada.parameters().r_max = megabits_per_second(row.r_max);
  PathConditions path;
  path.rate = megabits_per_second(row.mbps);
  path.propagation_delay = 25ms;
  const auto delay = delay_prediction(flow.nada, path).equilibrium;
  REQUIRE(delay);
  CHECK(to_milliseconds(*delay) == Approx(row.delay_ms).epsilon(1e-4));

  // Where the law stands still.
  flow.feed.run(5);
  flow.feed.one_way_delay = *delay;
  flow.feed.run(4000);
  CHECK(flow.feed.target.bps() == Approx(1e6 * std::min(row.mbps, row.r_max)).epsilon(1e-4));
}

TEST_CASE("nada-2013: the weight moves the equilibrium, not the highest rate") {
  OldFlow flow;
  flow.nada.parameters().w = 2;
  PathConditions path;
  path.rate = megabits_per_second(1);
  path.propagation_delay = 25ms;
  CHECK(to_milliseconds(*delay_prediction(flow.nada, path).equilibrium) == Approx(150));
  flow.feed.run(100);
  CHECK(flow.feed.target == megabits_per_second(3));
  flow.nada.parameters().w = 0.5;
  path.rate = megabits_per_second(1.5);
  CHECK(delay_prediction(flow.nada, path).equilibrium == 25ms);
  flow.feed.run(100);
  CHECK(flow.feed.target.bps() == Approx(1.5e6));
}

TEST_CASE("nada-2013: one update by hand") {
  OldFlow flow;
  flow.feed.run(100);
  flow.update();
  CHECK(flow.smoothed() == Approx(25));
  CHECK(flow.reference() == Approx(25));
  flow.feed.one_way_delay = 45ms;
  flow.update();
  CHECK(flow.smoothed() == Approx(26));   // 25 + 0.05 20
  CHECK(flow.predicted() == Approx(30));  // 26 + 1 200/50
  CHECK(flow.feed.target.bps() == Approx(2.5e6));
  flow.feed.one_way_delay = 25ms;
  flow.update();
  CHECK(flow.smoothed() == Approx(25.95));
  CHECK(flow.predicted() == Approx(25.75));
  flow.update();
  CHECK(flow.predicted() == Approx(25.9025 - 4 * 0.0475));
  flow.feed.one_way_delay = 10ms;  // no queue drains so fast
  flow.update();
  CHECK(flow.reference() == Approx(25));  // not yet confirmed
  for (int i = 0; i < 3; ++i) flow.update();
  CHECK(flow.reference() == Approx(10));
}

TEST_CASE("nada-2013: the prediction is never below the smallest delay, nor the rate above R_MAX") {
  OldFlow flow;
  flow.feed.run(20);
  flow.feed.one_way_delay = 300ms;
  flow.feed.run(500);
  flow.feed.one_way_delay = 25ms;
  for (int i = 0; i < 40; ++i) {
    flow.update();
    CHECK(flow.predicted() >= flow.reference());
    CHECK(flow.feed.target <= megabits_per_second(3));
  }
}

TEST_CASE("nada-2013: a fifth lost is a delay of 200 ms more") {
  OldFlow flow;
  for (int i = 0; i < 2000; ++i) flow.feed.next(i % 5 != 2);
  CHECK(flow.smoothed() == Approx(225).epsilon(0.01));
  CHECK(flow.feed.target.bps() == Approx(3e6 * 25 / 225).epsilon(0.02));
}

TEST_CASE("nada-2013: at the start the highest rate climbs from the start rate") {
  OldFlow flow(true);
  CHECK(flow.feed.target == kilobits_per_second(150));
  flow.feed.run(240);
  CHECK(flow.feed.target.kbps() == Approx(150 + 2850 * 2.5 / 5).epsilon(0.03));
  flow.feed.run(300);
  CHECK(flow.feed.target == megabits_per_second(3));
}

TEST_CASE("nada-2013: a delay of zero has no multiple, and the rate is R_MAX") {
  OldFlow flow;
  flow.feed.one_way_delay = 0ms;
  flow.feed.run(100);
  CHECK(flow.feed.target == megabits_per_second(3));
  flow.feed.one_way_delay = 3ms;
  flow.feed.run(2000);
  CHECK(flow.feed.target.bps() == Approx(1e6).epsilon(0.001));
}

TEST_CASE("nada-2013: silence halves, and a report brings the rate back") {
  OldFlow flow;
  flow.feed.run(100);
  flow.nada.on_sent({1, bytes(1000), flow.feed.now});
  for (const double kbps : {1500, 750, 375}) {
    const LocalTime due = *flow.nada.next_tick();
    const auto update = flow.nada.on_tick(due);
    REQUIRE(update);
    CHECK(update->target.kbps() == kbps);
    flow.nada.on_sent({1, bytes(1000), due});
  }
  flow.feed.sent += 1500ms;
  flow.feed.arrival += 1500ms;
  flow.feed.run(1);
  CHECK(flow.feed.target == megabits_per_second(3));
  CHECK_FALSE(flow.nada.next_tick());
}

TEST_CASE("nada-2013: it keeps within its limits and forgets at a new start") {
  Nada2013 nada;
  RateLimits limits{megabits_per_second(1), kilobits_per_second(900), megabits_per_second(2)};
  CHECK(nada.start(limits, 1, t0).target == megabits_per_second(1));
  PacketFeed feed(nada);
  feed.run(1000);
  CHECK(feed.target == megabits_per_second(2));
  feed.one_way_delay = 500ms;
  feed.run(1000);
  CHECK(feed.target == kilobits_per_second(900));
  CHECK(nada.start(limits, 1, feed.now).target == megabits_per_second(1));
  feed.run(1000);
  CHECK(feed.target == megabits_per_second(2));
}

TEST_CASE("nada-2013: predictions wait for what they need") {
  Nada2013 nada;
  CHECK(predictions(nada, {})[0].value == "-");
  PathConditions path;
  path.rate = DataRate();
  CHECK(predictions(nada, path)[0].meaning.find("awaits the rate") == 0);
  path.rate = megabits_per_second(1);
  CHECK(predictions(nada, path)[0].meaning.find("awaits the first report") == 0);
  path.propagation_delay = 25ms;
  CHECK(predictions(nada, path)[0].value == "75 ms");
  CHECK(predictions(nada, path)[1].value == "3 Mbps");
  CHECK(delay_prediction(nada, path).threshold == 25ms);
}
