#include "core/control/arc.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// 100 kB/s in packets of 1000 bytes: what arrives is what was sent.
struct SteadyFlow {
  Arc arc;
  PacketFeed feed{arc};

  explicit SteadyFlow(DataRate start = kilobits_per_second(800)) {
    RateLimits limits;
    limits.start = start;
    feed.target = arc.start(limits, 1, t0).target;
    feed.size = bytes(1000);
    feed.tells_sending = true;
  }
  double window() const { return arc.terms()[0].value; }
  double outstanding() const { return arc.terms()[1].value; }
  double backlog() const { return arc.terms()[2].value; }
};

}  // namespace

TEST_CASE("The first window gives the start rate at an empty path") {
  SteadyFlow flow;
  CHECK(flow.feed.target == kilobits_per_second(800));
  CHECK_FALSE(flow.arc.on_tick(t0 + 5ms));  // nothing known yet: the start rate stays
  flow.feed.run(11);                        // a round trip's worth is out
  const double grown = 1500 * to_seconds(flow.feed.now - t0) / 0.3;
  CHECK(flow.window() == Approx(100e3 / 0.5 + 100e3 * 0.1 + grown));
  CHECK(flow.backlog() == 0);
}

TEST_CASE("Eq. 1: the rate is k times the window less backlog less what was sent in the last round trip") {
  SteadyFlow flow;
  flow.feed.min_round_trip_time = 80ms;
  for (int i = 0; i < 200; ++i) {
    flow.feed.next();
    const double bytes_per_second = 0.5 * (flow.window() - flow.backlog() - flow.outstanding());
    CHECK(flow.feed.target.bps() == Approx(8 * bytes_per_second));
  }
  CHECK(flow.outstanding() == 10'000);
  flow.arc.on_sent({1000, bytes(500), flow.feed.now + 60ms});
  flow.arc.on_tick(flow.feed.now + 60ms);
  CHECK(flow.outstanding() == 4500);  // "the last RTT" excludes the packet that is exactly as old
}

TEST_CASE("The backlog is the used bandwidth times the queueing time") {
  SteadyFlow flow;
  flow.feed.min_round_trip_time = 70ms;
  flow.feed.run(2000);
  CHECK(flow.backlog() == Approx(100e3 * 0.03));
}

TEST_CASE("Eq. 3: the window grows a packet of 1500 bytes per 300 ms, below qthresh only") {
  struct Row {
    Duration min_rtt;
    double growth;  // bytes in 3 s
  };
  const auto row = GENERATE(values<Row>({
      {200ms, 15000},          // no queue
      {200ms - 149ms, 15000},  // 14.9 kB
      {200ms - 151ms, 0},      // 15.1 kB: held, not cut
  }));
  SteadyFlow flow;
  flow.feed.round_trip_time = 200ms;
  flow.feed.min_round_trip_time = row.min_rtt;
  flow.feed.run(150);
  const double before = flow.window();
  flow.feed.run(300);
  CHECK(flow.window() - before == Approx(row.growth));
}

TEST_CASE("Started in the middle of a call the rate stays: what the law before sent is outstanding too") {
  const bool in_a_call = GENERATE(false, true);
  SteadyFlow flow;
  flow.feed.sent = in_a_call ? t0 - 90ms : t0;  // the first report comes 10 ms after the start
  flow.feed.run(1);
  CHECK(flow.outstanding() == Approx(in_a_call ? 10'000 : 1000).margin(1001));
  for (int i = 0; i < 30; ++i) {
    flow.feed.next();
    if (in_a_call) CHECK(flow.feed.target.kbps() == Approx(800).epsilon(0.015));
  }
  CHECK(flow.outstanding() == 10'000);
}

TEST_CASE("Ticks evaluate every 5 ms, and the window grows between reports") {
  SteadyFlow flow;
  flow.feed.run(200);
  const LocalTime last = flow.feed.now;
  const double before = flow.window();
  flow.arc.on_tick(last + 5ms);
  CHECK(flow.arc.next_tick() == last + 10ms);
  CHECK_FALSE(flow.arc.on_tick(last + 9ms));
  CHECK(flow.arc.on_tick(last + 10ms));
  CHECK(flow.window() - before == Approx(50));
}

TEST_CASE("Eq. 2: a loss sets the window to what is used, once per SRTT") {
  SteadyFlow flow(megabits_per_second(2));
  flow.feed.run(2000);
  const double measured = 100e3 * (0.1 + 2);
  REQUIRE(flow.window() > 1.5 * measured);
  flow.feed.next(false);
  CHECK(flow.window() == Approx(measured));
  CHECK(flow.feed.target.kbps() == Approx(800));  // 0.5 (210 kB - 10 kB)
  flow.feed.run(5);
  flow.feed.next(false);  // 60 ms later
  CHECK(flow.window() == Approx(measured + 300));
  flow.feed.run(3);
  flow.feed.next(false);  // at 100 ms
  CHECK(flow.window() < measured);
  CHECK(flow.window() > 0.98 * measured);
}

TEST_CASE("Two SRTT without a report set the window to what is used, and again") {
  SteadyFlow flow(megabits_per_second(2));
  flow.feed.run(2000);
  const double measured = 100e3 * (0.1 + 2);
  const LocalTime silence = flow.feed.now;
  auto tick_until = [&, ms = 1](int end) mutable {
    for (; ms <= end; ++ms) {
      if (ms % 10 == 0) flow.arc.on_sent({3000 + ms, bytes(1000), silence + ms * 1ms});
      flow.arc.on_tick(silence + ms * 1ms);
    }
  };
  tick_until(209);  // the first packet after the last report left after 10 ms
  CHECK(flow.window() > 1.5 * measured);
  tick_until(215);
  CHECK(flow.window() == Approx(measured).margin(50));
  tick_until(409);
  CHECK(flow.window() == Approx(measured + 970).margin(60));  // eq. 3 goes on
  tick_until(417);
  CHECK(flow.window() == Approx(measured).margin(50));
}

TEST_CASE("The timeout is two SRTT however short the round trip is, down to what reports take") {
  struct Row {
    Duration rtt;
    Duration timeout;
  };
  const auto row = GENERATE(values<Row>({{200ms, 400ms}, {80ms, 160ms}, {60ms, 120ms}, {50ms, 100ms}, {1ms, 100ms}}));
  SteadyFlow flow(megabits_per_second(2));
  flow.feed.round_trip_time = flow.feed.min_round_trip_time = row.rtt;
  flow.feed.run(2000);
  const LocalTime sent = flow.feed.now;
  flow.arc.on_sent({3000, bytes(1000), sent});
  const auto window_at = [&](Duration t) {
    flow.arc.on_tick(sent + t);
    return flow.window();
  };
  const double before = window_at(row.timeout - 5ms);
  CHECK(window_at(row.timeout - 1ns) >= before);
  CHECK(window_at(row.timeout + 5ms) < 0.9 * before);
}

TEST_CASE("Without any measurement a loss cuts nothing") {
  SteadyFlow flow;
  flow.feed.run(1);
  const double before = flow.window();
  flow.feed.next(false);
  CHECK(flow.window() >= before);
}

TEST_CASE("The window does not grow while the encoder uses less than 85 % of the rate") {
  const bool idle = GENERATE(false, true);
  SteadyFlow flow;
  flow.feed.size = bytes(idle ? 500 : 1200);
  flow.feed.run(100);
  const double before = flow.window();
  flow.feed.run(100);
  CHECK((flow.window() > before) == !idle);
}

TEST_CASE("ARC keeps within its limits and forgets at a new start") {
  Arc arc;
  RateLimits limits{megabits_per_second(1), kilobits_per_second(200), kilobits_per_second(1100)};
  CHECK(arc.start(limits, 1, t0).target == megabits_per_second(1));
  PacketFeed feed(arc);
  feed.tells_sending = true;
  feed.run(1000);
  CHECK(feed.target == kilobits_per_second(1100));
  feed.size = bytes(10);
  feed.run(300);
  feed.next(false);
  CHECK(feed.target == kilobits_per_second(200));
  CHECK(arc.start(limits, 1, feed.now).target == megabits_per_second(1));
  CHECK(arc.next_tick() == feed.now + 5ms);
  CHECK_FALSE(arc.on_tick(feed.now + 5ms));
}
