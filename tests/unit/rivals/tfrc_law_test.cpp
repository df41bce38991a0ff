#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/control/rivals/tfrc/tfrc.h"
#include "tests/unit/control/packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// 800 kbit/s in packets of 1000 bytes, over a round trip of 100 ms; what arrives is what was sent. That is all that
/// the limits allow as a rule, so that the flow is not limited by its data, whatever X is.
struct SteadyFlow {
  Tfrc tfrc;
  PacketFeed feed{tfrc};

  explicit SteadyFlow(double start_kbps = 100, double most_kbps = 800, int size = 1000) {
    feed.target =
        tfrc.start({kilobits_per_second(start_kbps), kilobits_per_second(10), kilobits_per_second(most_kbps)}, 1, t0)
            .target;
    feed.size = bytes(size);
    feed.tells_sending = true;
  }
  TfrcParameters& parameters() { return tfrc.parameters(); }
  /// X.
  double kbps() const { return tfrc.allowed_rate().kbps(); }
  /// At this loss event rate, with 4R.
  double equation_kbps(double p) const {
    return tcp_throughput({static_cast<double>(feed.size.bytes()), 100ms, 400ms, 1}, p).kbps();
  }
  void run_round_trips(int count) { feed.run(10 * count); }
  void lose() { feed.next(false); }
};

/// After the first loss: the synthetic interval gives what was received.
struct SettledFlow : SteadyFlow {
  explicit SettledFlow(double most_kbps = 800) : SteadyFlow(100, most_kbps) {
    run_round_trips(6);
    lose();
  }
};

}  // namespace

TEST_CASE("TFRC begins at the start rate, then sends the initial window per round trip") {
  struct Row {
    int size;
    double kbps;
  };
  const auto row = GENERATE(values<Row>({{500, 160}, {1000, 320}, {1460, 350.4}, {1500, 350.4}, {2500, 400}}));
  SteadyFlow flow(100, 800, row.size);
  CHECK(flow.feed.target.kbps() == 100);
  flow.feed.next();
  CHECK(flow.kbps() == Approx(row.kbps));
  CHECK(flow.feed.target.kbps() == Approx(row.kbps));
}

TEST_CASE("TFRC does not fall to the initial window where the start rate is higher") {
  SteadyFlow flow(700);
  flow.feed.next();
  CHECK(flow.kbps() == Approx(700));
}

TEST_CASE("TFRC's slow start doubles once per round trip, up to twice what is received") {
  SteadyFlow flow;
  CHECK(flow.feed.run(1) == 1);
  for (const double kbps : {640.0, 1280.0, 1600.0, 1600.0, 1600.0}) {
    CHECK(flow.feed.run(9) == 0);  // reports in between are no feedback packets
    CHECK(flow.feed.run(1) == 1);
    CHECK(flow.kbps() == Approx(kbps));
  }
  CHECK(flow.tfrc.loss_event_rate() == 0);
}

TEST_CASE("TFRC's first loss event: p gives what was received, and the equation rules from then on") {
  SettledFlow flow;
  CHECK(flow.kbps() == Approx(800));
  const double p = flow.tfrc.loss_event_rate();
  CHECK(flow.equation_kbps(p) == Approx(800));
  flow.run_round_trips(5);
  CHECK(flow.kbps() == Approx(800));  // the current interval is not longer yet
  flow.run_round_trips(15);
  CHECK(flow.tfrc.loss_intervals().current() > 1.5 / p);
  CHECK(flow.tfrc.loss_event_rate() == Approx(1 / flow.tfrc.loss_intervals().current()));
  CHECK(flow.kbps() == Approx(flow.equation_kbps(flow.tfrc.loss_event_rate())));
  CHECK(flow.kbps() > 1000);
  CHECK(flow.tfrc.terms()[0].value == flow.tfrc.loss_event_rate());
  CHECK(flow.tfrc.terms()[1].value / 1e3 == Approx(flow.kbps()));
  CHECK(flow.tfrc.terms()[2].value / 1e3 == Approx(1600));
}

TEST_CASE("TFRC sends half a packet per round trip where the first packet is lost") {
  const bool first = GENERATE(true, false);
  SteadyFlow flow;
  std::array<PacketResult, 4> results;
  for (std::int64_t i = 0; i < 4; ++i) {
    results[static_cast<std::size_t>(i)] = {i, bytes(1000), t0 + i * 10ms, true, RemoteTime(7s) + i * 10ms, {}};
    flow.tfrc.on_sent({i, bytes(1000), t0 + i * 10ms});
  }
  PacketResult& lost = results[first ? 0 : 1];
  lost.received = false;
  lost.arrival.reset();
  PathReport report;
  report.now = t0 + 150ms;
  report.packets = results;
  report.round_trip_time = report.smoothed_round_trip_time = report.min_round_trip_time = 100ms;
  REQUIRE(flow.tfrc.on_report(report));
  CHECK(flow.kbps() == Approx(first ? 40 : 240));  // three packets came in 100 ms
}

TEST_CASE("TFRC reacts to a loss event at once, and to the losses of the same event not at all") {
  SettledFlow flow;
  flow.run_round_trips(30);
  CHECK(flow.feed.run(3) <= 1);
  CHECK(flow.feed.next(false));
  const double p = flow.tfrc.loss_event_rate();
  CHECK_FALSE(flow.feed.next(false));
  CHECK_FALSE(flow.feed.next(false));
  CHECK_FALSE(flow.feed.next());
  CHECK(flow.tfrc.loss_events() == 2);
  CHECK(flow.tfrc.loss_event_rate() == p);
  flow.feed.run(8);
  CHECK(flow.feed.next(false));
  CHECK(flow.tfrc.loss_events() == 3);
  CHECK(flow.tfrc.loss_event_rate() > p);
}

TEST_CASE("TFRC's scale multiplies the equation's result") {
  SteadyFlow flow;
  flow.parameters().scale = 2;
  flow.run_round_trips(6);
  flow.lose();
  CHECK(flow.kbps() == Approx(800));
  CHECK(flow.equation_kbps(flow.tfrc.loss_event_rate()) == Approx(400));
  flow.parameters().scale = 3;
  flow.run_round_trips(1);
  CHECK(flow.kbps() == Approx(1200));
}

TEST_CASE("TFRC's timeout variants") {
  struct Row {
    int rto;
    Duration timeout;
  };
  const auto row = GENERATE(values<Row>({{0, 400ms}, {1, 1s}, {2, 200ms}}));
  SteadyFlow flow;
  flow.parameters().rto = row.rto;
  flow.run_round_trips(60);
  CHECK(flow.tfrc.throughput_terms().timeout == row.timeout);
  flow.lose();
  CHECK(flow.kbps() == Approx(800));  // the synthetic interval goes by the same timeout
}

TEST_CASE("TFRC's segment size is the mean of what is sent, or as set") {
  SteadyFlow flow;
  for (int i = 0; i < 400; ++i) {
    flow.feed.size = bytes(i % 2 == 0 ? 1200 : 400);
    flow.feed.next();
  }
  CHECK(flow.tfrc.throughput_terms().packet_bytes == Approx(800).epsilon(0.01));
  flow.parameters().s = bytes(1460);
  CHECK(flow.tfrc.throughput_terms().packet_bytes == 1460);
}

TEST_CASE("TFRC's oscillation damping goes by the roots of the round trips") {
  const bool damping = GENERATE(true, false);
  SettledFlow flow(50'000);
  flow.parameters().oscillation_damping = damping ? 1 : 0;
  flow.run_round_trips(2);
  flow.feed.round_trip_time = 200ms;
  while (!flow.feed.next()) {
  }
  const double allowed = flow.tfrc.allowed_rate().kbps();
  CHECK(to_milliseconds(flow.tfrc.round_trip_time()) == Approx(110));
  const double factor = (0.9 * std::sqrt(0.1) + 0.1 * std::sqrt(0.2)) / std::sqrt(0.2);
  CHECK(flow.feed.target.kbps() == Approx(damping ? allowed * factor : allowed));
}

TEST_CASE("TFRC keeps its rate while the application sends little, RFC 3448 does not") {
  const bool old = GENERATE(false, true);
  SettledFlow flow(50'000);
  flow.run_round_trips(40);
  flow.parameters().rfc3448 = old ? 1 : 0;
  CHECK(flow.kbps() == Approx(1600));
  flow.feed.sending_interval = flow.feed.arrival_interval = 40ms;
  flow.feed.run(100);
  CHECK(flow.kbps() == Approx(old ? 480 : 1600));  // three packets came in the last round trip
  if (old) return;
  flow.lose();
  CHECK(flow.kbps() == Approx(400));  // the largest of 0.85 times 240 and half of 800
  CHECK(flow.equation_kbps(flow.tfrc.loss_event_rate()) > 800);
}

TEST_CASE("TFRC that is not limited by data follows what is received down within two round trips") {
  SettledFlow flow;
  flow.run_round_trips(40);
  flow.feed.arrival_interval = 100ms;  // the path passes on a tenth
  flow.run_round_trips(2);
  CHECK(flow.kbps() == Approx(1600));
  flow.run_round_trips(2);
  CHECK(flow.kbps() == Approx(160));
}

TEST_CASE("TFRC of RFC 3448 begins with two packets per round trip and doubles at most what was received") {
  SteadyFlow flow;
  flow.parameters().rfc3448 = 1;
  flow.feed.next();
  CHECK(flow.kbps() == Approx(160));
  flow.run_round_trips(1);
  CHECK(flow.kbps() == Approx(320));
  flow.run_round_trips(4);
  CHECK(flow.kbps() == Approx(1600));
}

TEST_CASE("TFRC, self-clocked: at most what is received after a loss, a little more without") {
  SteadyFlow flow;
  flow.parameters().self_clocked = 1;
  flow.run_round_trips(8);
  CHECK(flow.kbps() == Approx(1600));  // slow start as ever
  flow.lose();
  CHECK(flow.kbps() == Approx(800));
  flow.run_round_trips(40);
  CHECK(flow.equation_kbps(flow.tfrc.loss_event_rate()) > 1600);
  CHECK(flow.kbps() == Approx(880).epsilon(1e-6));
  flow.parameters().self_clock_gain = 1.2;
  flow.run_round_trips(1);
  CHECK(flow.kbps() == Approx(960).epsilon(1e-6));
  flow.lose();
  flow.feed.next();
  CHECK(flow.kbps() == Approx(720));  // a hole in what is received
  flow.run_round_trips(1);
  CHECK(flow.kbps() == Approx(960).epsilon(1e-6));
}

TEST_CASE("TFRC's history discounting lets the rate rise sooner after an end of losses") {
  double with = 0;
  for (const int discounting : {1, 0}) {
    SteadyFlow flow;
    flow.parameters().history_discounting = discounting;
    for (int i = 0; i < 20; ++i) {
      flow.feed.run(29);
      flow.lose();
    }
    flow.feed.run(250);
    if (discounting == 1) with = flow.kbps();
    if (discounting == 0) CHECK(flow.kbps() < 0.8 * with);
  }
}

TEST_CASE("TFRC keeps within its limits and forgets at a new start") {
  Tfrc tfrc;
  const RateLimits limits{megabits_per_second(1), kilobits_per_second(250), kilobits_per_second(1100)};
  CHECK(tfrc.start(limits, 1, t0).target == megabits_per_second(1));
  PacketFeed feed(tfrc);
  feed.tells_sending = true;
  feed.run(500);
  CHECK(feed.target == kilobits_per_second(1100));
  for (int i = 0; i < 100; ++i) {
    feed.run(11);
    feed.next(false);
  }
  CHECK(tfrc.allowed_rate() < kilobits_per_second(250));
  CHECK(feed.target == kilobits_per_second(250));
  CHECK(tfrc.start(limits, 1, feed.now).target == megabits_per_second(1));
  CHECK(tfrc.loss_events() == 0);
  CHECK(tfrc.loss_event_rate() == 0);
  CHECK(tfrc.round_trip_time() == Duration::zero());
  CHECK(tfrc.next_tick() == feed.now + 2s);
}

TEST_CASE("TFRC started in the middle of a call goes on at the rate in force, and takes others' losses for theirs") {
  SteadyFlow flow(2000, 50'000);
  flow.feed.sent = t0 - 90ms;
  flow.feed.next(true);
  CHECK(flow.kbps() == Approx(2000));
  flow.feed.next(false);
  CHECK(flow.tfrc.loss_events() == 0);
  flow.feed.run(8);
  flow.feed.next(false);
  CHECK(flow.tfrc.loss_events() == 1);
}
