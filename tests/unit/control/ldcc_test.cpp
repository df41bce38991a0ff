#include "core/control/ldcc.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/theory/ldcc_theory.h"
#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

RateLimits limits_from(DataRate start) {
  RateLimits limits;
  limits.start = start;
  return limits;
}

}  // namespace

TEST_CASE("One window of eq. 25 by hand, from 1 Mbit/s") {
  struct Row {
    const char* what;
    Duration delay;
    Duration rtt;
    Duration arrival_interval;
    int lost;         // one packet of the window
    double expected;  // bit/s: 1e6 + 0.4 (w - v x - (x - x_recv)/x_recv x)
    int clamped;
  };
  const auto row = GENERATE(values<Row>({
      {"no congestion: 8 kbit/s", 50ms, 100ms, 10ms, 0, 1'008'000, 0},
      {"at T_r the price is zero", 100ms, 200ms, 10ms, 0, 1'008'000, 0},
      {"v = 0.1 50/200", 150ms, 200ms, 10ms, 0, 998'000, 0},
      {"v = 0.1 200/400", 300ms, 400ms, 10ms, 0, 988'000, 0},
      {"x_recv = 0.8 x", 50ms, 100ms, 12500us, 0, 908'000, 0},
      {"x_recv = 1.25 x", 50ms, 100ms, 8ms, 0, 1'088'000, 0},
      {"one of ten lost: 1/9", 50ms, 100ms, 10ms, 5, 1'008'000 - 0.4e6 / 9, 0},
      {"both", 150ms, 200ms, 12500us, 0, 898'000, 0},
      {"x_recv = x/3 counts as x/2.25", 50ms, 100ms, 30ms, 0, 508'000, 1},
  }));
  INFO(row.what);
  Ldcc ldcc;
  CHECK(ldcc.start(limits_from(megabits_per_second(1)), 1, t0).target == megabits_per_second(1));
  PacketFeed feed(ldcc);
  feed.one_way_delay = row.delay;
  feed.round_trip_time = row.rtt;
  feed.arrival_interval = row.arrival_interval;
  std::optional<RateUpdate> update;
  for (int i = 0; i < 100 && !update; ++i) update = feed.next(row.lost == 0 || i != row.lost);
  REQUIRE(update);
  CHECK(update->target.bps() == Approx(row.expected).epsilon(1e-9));
  CHECK(update->pacing == update->target);
  CHECK_FALSE(update->window);
  CHECK(ldcc.clamp_activations() == row.clamped);
}

TEST_CASE("One update per round trip") {
  const Duration rtt = GENERATE(50ms, 100ms, 300ms);
  Ldcc ldcc;
  ldcc.start(limits_from(kilobits_per_second(500)), 1, t0);
  PacketFeed feed(ldcc);
  feed.round_trip_time = rtt;
  CHECK(feed.run(1 + 300) == Approx(3s / rtt).margin(1));
}

TEST_CASE("The terms say what the law saw") {
  Ldcc ldcc;
  ldcc.start(limits_from(megabits_per_second(1)), 1, t0);
  PacketFeed feed(ldcc);
  feed.one_way_delay = 150ms;
  feed.round_trip_time = 200ms;
  feed.arrival_interval = 12500us;
  feed.run(17);
  REQUIRE(ldcc.terms().size() == 3);
  CHECK(ldcc.terms()[0].value == Approx(0.02));
  CHECK(ldcc.terms()[1].value == Approx(0.025));
  CHECK(ldcc.terms()[2].value == Approx(0.25));
}

TEST_CASE("The price rises with the delay, from zero at T_r to beta at most") {
  const Duration backward = GENERATE(5ms, 25ms, 150ms);
  double last = 0;
  for (Duration e = 10ms; e <= 3s; e += 10ms) {
    Ldcc ldcc;
    ldcc.start(limits_from(megabits_per_second(1)), 1, t0);
    PacketFeed feed(ldcc);
    feed.one_way_delay = e;
    feed.round_trip_time = e + backward;
    for (int i = 0; i < 400 && ldcc.terms()[0].value == 0; ++i) feed.next();
    const double price = ldcc.terms()[1].value;
    REQUIRE(price >= last);
    REQUIRE(price <= 0.1);
    if (e <= 100ms) REQUIRE(price == 0);
    last = price;
  }
  CHECK(last > 0.09);
}

TEST_CASE("The equilibrium of eq. 19") {
  struct Row {
    double kbps;
    double delay_ms;  // scenarios: L-Fig13 with 25 ms there and back, L-Fig10
    Duration backward;
  };
  const auto row = GENERATE(values<Row>({{500, 183.33, 25ms},
                                         {750, 145.45, 25ms},
                                         {1000, 131.25, 25ms},
                                         {1500, 119.23, 25ms},
                                         {2000, 113.89, 25ms},
                                         {2500, 110.87, 25ms},
                                         {3000, 108.93, 25ms},
                                         {4000, 106.58, 25ms},
                                         {800, 150, 50ms},
                                         {1200, 125, 25ms}}));
  const DataRate x = kilobits_per_second(row.kbps);
  const auto delay = ldcc_equilibrium_delay({}, x, row.backward);
  REQUIRE(delay);
  CHECK(to_milliseconds(*delay) == Approx(row.delay_ms).margin(0.01));

  // Where the law stands still.
  Ldcc ldcc;
  PacketFeed feed(ldcc);
  feed.target = ldcc.start(limits_from(x), 1, t0).target;
  feed.one_way_delay = *delay;
  feed.round_trip_time = *delay + row.backward;
  feed.size = bytes(static_cast<std::int64_t>(row.kbps * 10 / 8));
  feed.run(100);
  CHECK(ldcc.terms()[0].value > 0);
  CHECK(feed.target.kbps() == Approx(row.kbps).epsilon(1e-6));
}

TEST_CASE("Below w/beta there is no equilibrium") {
  CHECK_FALSE(ldcc_equilibrium_delay({}, kilobits_per_second(150), 25ms));
  CHECK_FALSE(ldcc_equilibrium_delay({}, kilobits_per_second(200), 25ms));
  CHECK(ldcc_equilibrium_delay({}, kilobits_per_second(201), 25ms));
}

TEST_CASE("Without feedback the rate is halved, again and again, down to the minimum") {
  struct Row {
    std::optional<Duration> rtt;
    Duration interval;
  };
  const auto row = GENERATE(values<Row>({{std::nullopt, 300ms}, {100ms, 300ms}, {150ms, 300ms}, {400ms, 800ms}}));
  Ldcc ldcc;
  ldcc.start(limits_from(megabits_per_second(1)), 1, t0);
  CHECK_FALSE(ldcc.next_tick());
  LocalTime sent = t0;
  if (row.rtt) {
    PacketFeed feed(ldcc);
    feed.round_trip_time = *row.rtt;
    feed.next();
    sent = feed.now;
  }
  CHECK_FALSE(ldcc.next_tick());  // nothing is out
  ldcc.on_sent({1, bytes(1000), sent});
  ldcc.on_sent({2, bytes(1000), sent + 50ms});
  for (int i = 1; i <= 4; ++i) {
    REQUIRE(ldcc.next_tick() == sent + i * row.interval);
    CHECK_FALSE(ldcc.on_tick(sent + i * row.interval - 1ns));
    const auto update = ldcc.on_tick(sent + i * row.interval);
    REQUIRE(update);
    CHECK(update->target.kbps() == 1000 / std::pow(2, i));
    ldcc.on_sent({2 + i, bytes(1000), sent + i * row.interval});
  }
  const auto last = ldcc.on_tick(sent + 5 * row.interval);
  REQUIRE(last);
  CHECK(last->target == kilobits_per_second(50));
}

TEST_CASE("A report ends the silence, and the window across the gap is discarded") {
  Ldcc ldcc;
  ldcc.start(limits_from(megabits_per_second(1)), 1, t0);
  PacketFeed feed(ldcc);
  feed.run(6);  // half a window
  ldcc.on_sent({6, bytes(1250), feed.now});
  ldcc.on_tick(feed.now + 300ms);
  feed.arrival += 300ms;  // the receiver saw nothing meanwhile
  feed.sent += 300ms;
  CHECK(feed.run(10) == 0);  // the anchor and nine more
  CHECK_FALSE(ldcc.next_tick());
  REQUIRE(feed.next());
  CHECK(feed.target.kbps() == Approx(508));
  CHECK(ldcc.clamp_activations() == 0);
}

TEST_CASE("The rate keeps within its limits") {
  Ldcc ldcc;
  RateLimits limits{kilobits_per_second(100), kilobits_per_second(200), kilobits_per_second(1010)};
  CHECK(ldcc.start(limits, 1, t0).target == kilobits_per_second(200));
  limits.start = megabits_per_second(5);
  CHECK(ldcc.start(limits, 1, t0).target == kilobits_per_second(1010));
  limits.start = megabits_per_second(1);
  ldcc.start(limits, 1, t0);
  PacketFeed feed(ldcc);
  feed.run(100);
  CHECK(feed.target == kilobits_per_second(1010));
  feed.arrival_interval = 30ms;
  feed.run(200);
  CHECK(feed.target == kilobits_per_second(200));
}

TEST_CASE("Starting again forgets") {
  Ldcc ldcc;
  ldcc.start(limits_from(megabits_per_second(1)), 1, t0);
  PacketFeed feed(ldcc);
  feed.run(5);
  ldcc.on_sent({9, bytes(100), feed.now});
  CHECK(ldcc.start(limits_from(megabits_per_second(1)), 1, feed.now).target == megabits_per_second(1));
  CHECK_FALSE(ldcc.next_tick());
  CHECK(feed.run(10) == 0);
  CHECK(feed.run(1) == 1);
}
