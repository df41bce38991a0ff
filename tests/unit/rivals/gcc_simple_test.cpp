#include "core/control/rivals/gcc/gcc_simple.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/parameters/parameter_list.h"
#include "core/theory/predictions.h"
#include "tests/unit/control/packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// 1 Mbit/s, a report each 10 ms, an interval of ten packets.
struct SteadyFlow {
  GccSimple gcc;
  PacketFeed feed{gcc};

  explicit SteadyFlow(DataRate start = megabits_per_second(1)) {
    feed.target = gcc.start({start, kilobits_per_second(50), megabits_per_second(8)}, 1, t0).target;
  }
  double slope() const { return gcc.terms()[0].value; }

  /// So many packets, each with so much more delay than the one before.
  void run(int packets, Duration rise = Duration::zero()) {
    for (int i = 0; i < packets; ++i) {
      feed.one_way_delay += rise;
      feed.next();
    }
  }
};

}  // namespace

TEST_CASE("gcc-simple: the rate grows 8 % per second while the delay stands still") {
  SteadyFlow flow;
  flow.run(1 + 200);
  CHECK(flow.feed.target.bps() == Approx(1e6 * 1.08 * 1.08));
  CHECK(flow.slope() == 0);
  REQUIRE(set_parameter(flow.gcc, "increase", "0.05").empty());
  flow.run(100);
  CHECK(flow.feed.target.bps() == Approx(1e6 * 1.08 * 1.08 * 1.05));
}

TEST_CASE("gcc-simple: the slope is the change of the mean delay per time") {
  const Duration rise = GENERATE(-300us, -100us, 50us, 150us);
  SteadyFlow flow;
  flow.feed.one_way_delay = 500ms;
  flow.run(1 + 30, rise);
  CHECK(flow.slope() == Approx(to_seconds(rise) / 0.01));
}

TEST_CASE("gcc-simple: above the threshold it goes to 0.85 of what is received, below it grows on") {
  const auto [rise, cut] =
      GENERATE(table<Duration, bool>({{150us, false}, {190us, false}, {210us, true}, {1ms, true}}));
  SteadyFlow flow(megabits_per_second(1.2));
  flow.feed.arrival_interval = 10ms + rise;
  flow.run(1 + 50, rise);
  const double received = 1e6 * 10 / to_milliseconds(flow.feed.arrival_interval);
  if (cut) CHECK(flow.feed.target.bps() == Approx(0.85 * received));
  if (!cut) CHECK(flow.feed.target.bps() == Approx(1.2e6 * std::pow(1.08, 0.5)));
}

TEST_CASE("gcc-simple: it holds until the delay falls, then grows again") {
  SteadyFlow flow;
  flow.run(1 + 20, 500us);
  const DataRate cut = flow.feed.target;
  CHECK(cut.bps() == Approx(0.85e6));
  flow.run(30, -100us);  // not fast enough
  CHECK(flow.feed.target == cut);
  flow.run(20, -500us);
  CHECK(flow.feed.target.bps() == Approx(cut.bps() * std::pow(1.08, 0.1)));
  flow.run(50);
  CHECK(flow.feed.target.bps() == Approx(cut.bps() * std::pow(1.08, 0.6)));
}

TEST_CASE("gcc-simple: lowered again and again while the delay rises") {
  SteadyFlow flow;
  flow.feed.arrival_interval = 12500us;  // 0.8 Mbit/s
  flow.run(1 + 100, 500us);
  CHECK(flow.feed.target.bps() == Approx(0.85 * 0.8e6));
  flow.feed.arrival_interval = 20ms;
  flow.run(100, 500us);
  CHECK(flow.feed.target.bps() == Approx(0.85 * 0.5e6));
  flow.feed.arrival_interval = 5ms;  // it never raises
  flow.run(100, 500us);
  CHECK(flow.feed.target.bps() == Approx(0.85 * 0.5e6));
}

TEST_CASE("gcc-simple: where no queue falls, it holds for a second") {
  SteadyFlow flow;
  flow.run(1 + 20, 500us);
  const DataRate cut = flow.feed.target;
  flow.run(10);  // half of the rise is in this interval
  flow.run(90);
  CHECK(flow.feed.target == cut);
  flow.run(30);
  CHECK(flow.feed.target > cut);
}

TEST_CASE("gcc-simple: a full queue rises no more: loss counts, too") {
  const double limit = GENERATE(0.1, 1.0);
  SteadyFlow flow;
  flow.gcc.parameters().loss_limit = limit;
  for (int i = 0; i < 200; ++i) flow.feed.next(i % 5 != 2);
  CHECK((flow.feed.target < megabits_per_second(1)) == (limit < 1));
  CHECK(flow.gcc.terms()[2].value == Approx(0.2).margin(0.08));
}

TEST_CASE("gcc-simple: it does not run away from a source that sends less") {
  SteadyFlow flow(kilobits_per_second(400));
  flow.feed.size = bytes(375);  // 300 kbit/s
  flow.run(3000);
  CHECK(flow.feed.target.kbps() == Approx(460));
  flow.feed.size = bytes(125);  // and does not fall because of it
  flow.run(300);
  CHECK(flow.feed.target.kbps() == Approx(460));
}

TEST_CASE("gcc-simple: two seconds of silence halve the rate, and the window across the gap is discarded") {
  SteadyFlow flow;
  flow.run(1 + 10);
  const double before = flow.feed.target.bps();
  flow.run(5);
  flow.gcc.on_sent({1, bytes(1000), flow.feed.now});
  const LocalTime silent = flow.feed.now;
  CHECK(flow.gcc.next_tick() == silent + 2s);
  CHECK(flow.gcc.on_tick(silent + 2s)->target.bps() == Approx(before / 2));
  flow.gcc.on_sent({2, bytes(1000), silent + 2s});
  CHECK(flow.gcc.on_tick(silent + 4s)->target.bps() == Approx(before / 4));
  flow.feed.sent += 4s;
  flow.feed.arrival += 4s;
  flow.feed.one_way_delay += 200ms;
  flow.run(1 + 10);
  CHECK_FALSE(flow.gcc.next_tick());
  CHECK(flow.slope() == 0);
  CHECK(flow.feed.target.bps() == Approx(before / 4 * std::pow(1.08, 0.1)));
}

TEST_CASE("gcc-simple: an arrival in the far future does not stop it for ever") {
  SteadyFlow flow;
  flow.run(5);
  const RemoteTime real = flow.feed.arrival;
  flow.feed.arrival += 1000h;
  flow.run(20);
  flow.feed.arrival = real + 200ms;
  flow.run(50);
  const DataRate before = flow.feed.target;
  flow.run(100);
  CHECK(flow.feed.target > before);
}

TEST_CASE("gcc-simple: it keeps within its limits and forgets at a new start") {
  GccSimple gcc;
  const RateLimits limits{megabits_per_second(1), kilobits_per_second(900), kilobits_per_second(1100)};
  CHECK(gcc.start(limits, 1, t0).target == megabits_per_second(1));
  PacketFeed feed(gcc);
  feed.run(500);
  CHECK(feed.target == kilobits_per_second(1100));
  for (int i = 0; i < 50; ++i) {
    feed.one_way_delay += 1ms;
    feed.next();
  }
  CHECK(feed.target == kilobits_per_second(900));
  CHECK(gcc.start(limits, 1, feed.now).target == megabits_per_second(1));
  feed.one_way_delay = 1s;
  CHECK(feed.run(10) == 0);
  CHECK(feed.run(1) == 1);
  CHECK(feed.target > megabits_per_second(1));
}

TEST_CASE("gcc-simple: predictions") {
  GccSimple gcc;
  PathConditions path;
  CHECK(predictions(gcc, path)[0].value == "none");
  CHECK(predictions(gcc, path)[1].value == "-");
  CHECK(predictions(gcc, path)[2].value == "2.11 s");
  path.min_round_trip_time = 50ms;
  CHECK(predictions(gcc, path)[1].value == "10 ms");
  CHECK_FALSE(delay_prediction(gcc, path).equilibrium);
}
