#include "core/control/darc/fair_rate.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "packet_feed.h"
#include "tests/unit/allocation_counter.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr DataRate capacity = megabits_per_second(4);

/// A rate that hears of packets of 1000 bytes, each sent 10 ms after the one before by number.
struct Fair {
  darc::FairRate fair;
  DataSize size = bytes(1000);
  Duration round_trip = 100ms;

  explicit Fair(DataRate rate = megabits_per_second(1)) { fair.start(rate, t0); }

  void report(std::int64_t sequence, bool received) {
    PacketResult result{sequence, size, t0 + sequence * 10ms, received, std::nullopt, std::nullopt};
    if (received) result.arrival = RemoteTime(7000s) + sequence * 10ms;
    PathReport report;
    report.now = result.sent + round_trip;
    report.packets = {&result, 1};
    report.round_trip_time = report.smoothed_round_trip_time = round_trip;
    fair.on_report(report);
  }
  /// Where it goes to: after more time than it needs.
  double target(LocalTime now) {
    DataRate rate;
    for (int i = 0; i < 100; ++i) rate = fair.update(capacity, std::nullopt, now + i * 100ms);
    return rate.bps();
  }
};

}  // namespace

TEST_CASE("DARC's fair rate goes to half of the capacity by 0.6 of it per second") {
  Fair up;
  CHECK(up.fair.rate() == megabits_per_second(1));
  CHECK(up.fair.update(capacity, std::nullopt, t0).kbps() == Approx(1000));
  CHECK(up.fair.update(capacity, std::nullopt, t0 + 100ms).kbps() == Approx(1240));  // 0.6 0.1 4000
  CHECK(up.fair.update(capacity, std::nullopt, t0 + 150ms).kbps() == Approx(1360));
  CHECK(up.fair.update(capacity, std::nullopt, t0 + 10s).kbps() == Approx(1960));  // of a gap 0.25 s count
  CHECK(up.fair.update(capacity, std::nullopt, t0 + 11s).kbps() == Approx(2000));
  CHECK(up.fair.rate().kbps() == Approx(2000));

  Fair down(megabits_per_second(3));
  CHECK(down.fair.update(capacity, std::nullopt, t0 + 100ms).kbps() == Approx(2760));
  CHECK(down.fair.update(capacity, std::nullopt, t0 + 10s).kbps() == Approx(2160));
  CHECK(down.fair.update(capacity, std::nullopt, t0 + 11s).kbps() == Approx(2000));
}

TEST_CASE("DARC's fair rate keeps to the most that is given") {
  Fair fair;
  CHECK(fair.fair.update(capacity, kilobits_per_second(1100), t0 + 100ms).kbps() == Approx(1100));
  CHECK(fair.fair.update(capacity, kilobits_per_second(300), t0 + 200ms).kbps() == Approx(860));  // 240 less
  CHECK(fair.fair.update(capacity, megabits_per_second(9), t0 + 10s).kbps() == Approx(1460));
  CHECK(fair.fair.update(capacity, megabits_per_second(9), t0 + 11s).kbps() == Approx(2000));
}

TEST_CASE("DARC's loss event rate is 1 over the mean interval from loss to loss") {
  Fair fair;
  CHECK(fair.fair.loss_event_rate() == 0);
  for (std::int64_t i = 0; i < 10; ++i) fair.report(i, true);
  CHECK(fair.fair.loss_event_rate() == 0);
  fair.report(100, false);  // 100 after the first that came
  CHECK(fair.fair.loss_event_rate() == Approx(1.0 / 100));
  fair.report(105, false);  // 50 ms later, within the round trip: of the same event
  CHECK(fair.fair.loss_event_rate() == Approx(1.0 / 100));
  fair.report(150, false);  // 50 after the event began: weights 1 and 1
  CHECK(fair.fair.loss_event_rate() == Approx(1.0 / 75));
  fair.report(450, true);  // the interval under way has 300: of 300 and 50
  CHECK(fair.fair.loss_event_rate() == Approx(1.0 / 175));
}

TEST_CASE("DARC's fair rate is 1.3 times what the faster TCP has with its losses") {
  // 8000 bit, a capacity of 4 Mbit/s. CUBIC is the faster where 1.054 (R/p)^0.75 > sqrt(1.5/p).
  struct Row {
    std::int64_t interval;
    Duration round_trip;
    double expected;  // kbit/s
  };
  const auto row = GENERATE(values<Row>({
      {100, 100ms, 1.3 * std::sqrt(150.0) * 80},
      {150, 100ms, 1.3 * 15 * 80},
      {400, 100ms, 2000},                // 1.3 sqrt(600) 80 = 2547: half of the capacity
      {10, 100ms, 800},                  // 1.3 sqrt(15) 80 = 403: a fifth
      {625, 1s, 1.3 * 1.054 * 125 * 8},  // CUBIC: 625^0.75 = 125, Reno: sqrt(937.5) = 31
      {100, 1s, 800},                    // 1.3 1.054 31.6 8 = 347
  }));
  Fair fair;
  fair.round_trip = row.round_trip;
  fair.report(0, true);
  fair.report(row.interval, false);
  CHECK(fair.fair.loss_event_rate() == Approx(1.0 / static_cast<double>(row.interval)));
  CHECK(fair.target(t0 + 1s) == Approx(1000 * row.expected));
}

TEST_CASE("DARC's first loss is taken for that of a TCP that has half") {
  // Half of 4 Mbit/s times 100 ms: 25 packets of 8000 bit. 1.3 sqrt(1.5 n) = 25: n = 246.5.
  const std::int64_t first = GENERATE(10, 300);
  Fair fair;
  fair.report(0, true);
  fair.fair.update(capacity, std::nullopt, t0);
  fair.report(first, false);
  CHECK(1 / fair.fair.loss_event_rate() == Approx(first == 10 ? 625 / 2.535 : 300));
  CHECK(fair.target(t0 + 1s) == Approx(2e6));
  fair.report(first + 20, false);  // the second is counted: 20 and what the first is taken for
  CHECK(1 / fair.fair.loss_event_rate() == Approx((20 + (first == 10 ? 625 / 2.535 : 300)) / 2));
}

TEST_CASE("DARC's first loss on a long path is that of a CUBIC that has half") {
  // 1 s: 250 packets. (n / 1 s)^0.75 1.054 1.3 = 250, which is less than Reno's 250^2 / 2.535.
  Fair fair;
  fair.round_trip = 1s;
  fair.report(0, true);
  fair.fair.update(capacity, std::nullopt, t0);
  fair.report(10, false);
  CHECK(1 / fair.fair.loss_event_rate() == Approx(std::pow(250 / (1.054 * 1.3), 4.0 / 3)));
  CHECK(fair.target(t0 + 1s) == Approx(2e6));
}

TEST_CASE("DARC's fair rate is that of its own packets' size") {
  // 100 of 600 bytes and a lost one after 8000 bit: 4800 + 3200 0.98^101.
  Fair fair;
  fair.size = bytes(600);
  for (std::int64_t i = 0; i < 100; ++i) fair.report(i, true);
  fair.report(150, false);  // 1/150: sqrt(225) = 15
  CHECK(fair.target(t0 + 1s) == Approx(1.3 * 15 * (4800 + 3200 * std::pow(0.98, 101)) / 0.1));
}

TEST_CASE("Without a round trip DARC's fair rate knows no TCP") {
  Fair fair;
  fair.round_trip = 0ms;
  fair.report(0, true);
  fair.report(10, false);
  CHECK(fair.fair.loss_event_rate() == Approx(0.1));
  CHECK(fair.target(t0 + 1s) == Approx(2e6));
}

TEST_CASE("DARC's fair rate forgets all at a start") {
  Fair fair;
  fair.report(0, true);
  fair.report(10, false);
  REQUIRE(fair.target(t0 + 1s) == Approx(8e5));
  fair.fair.start(megabits_per_second(3), t0 + 100s);
  CHECK(fair.fair.rate() == megabits_per_second(3));
  CHECK(fair.fair.loss_event_rate() == 0);
  CHECK(fair.fair.update(capacity, std::nullopt, t0 + 100s + 100ms).kbps() == Approx(2760));
}

TEST_CASE("DARC's fair rate starts anew without allocating: it does so when a TCP arrives, on the pacer's thread") {
  Fair fair;
  fair.report(0, true);
  fair.report(10, false);
  const long before = allocations;
  fair.fair.start(megabits_per_second(3), t0 + 100s);
  CHECK(allocations == before);
}
