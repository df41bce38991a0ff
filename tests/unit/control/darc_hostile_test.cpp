#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "core/control/darc/darc.h"
#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr RateLimits limits{kilobits_per_second(300), kilobits_per_second(50), megabits_per_second(8)};

void check(const Darc& darc, const std::optional<RateUpdate>& update) {
  for (const LawTerm& term : darc.terms()) REQUIRE(std::isfinite(term.value));
  if (!update) return;
  REQUIRE(std::isfinite(update->target.bps()));
  REQUIRE(std::isfinite(update->pacing.bps()));
  REQUIRE(update->target >= limits.minimum);
  REQUIRE(update->target <= limits.maximum);
  REQUIRE(update->pacing >= limits.minimum);
  REQUIRE(update->pacing <= limits.maximum);
  if (update->window) REQUIRE(*update->window > DataSize());
}

/// Reports of a packet each 10 ms, of which everything can be set.
struct Hostile {
  Darc darc;
  PacketFeed feed{darc};

  Hostile() {
    feed.target = darc.start(limits, 1, t0).target;
    feed.tells_sending = true;
  }
  void run(int packets, bool received = true) {
    for (int i = 0; i < packets; ++i) check(darc, feed.next(received));
  }
};

}  // namespace

TEST_CASE("DARC decides nothing while nothing has arrived") {
  Hostile hostile;
  for (int i = 0; i < 300; ++i) REQUIRE_FALSE(hostile.feed.next(false));
  CHECK(hostile.darc.mode() == Darc::Mode::start);
  CHECK(hostile.darc.capacity() == DataRate());
  hostile.run(300);  // and does when it does: 1 Mbit/s
  CHECK(hostile.darc.capacity().kbps() == Approx(1000).epsilon(0.1));
}

TEST_CASE("DARC decides nothing where the peer cannot tell when packets came") {
  Darc darc;
  darc.start(limits, 1, t0);
  for (int i = 0; i < 300; ++i) {
    const LocalTime now = t0 + i * 10ms;
    darc.on_sent({i, bytes(1250), now});
    const PacketResult result{i, bytes(1250), now, true, std::nullopt, std::nullopt};
    PathReport report;
    report.now = now + 50ms;
    report.packets = {&result, 1};
    REQUIRE_FALSE(darc.on_report(report));
  }
  CHECK(darc.capacity() == DataRate());
}

TEST_CASE("DARC keeps its limits when all is lost from some time on") {
  Hostile hostile;
  hostile.run(500);
  const double before = hostile.darc.capacity().kbps();
  CHECK(before == Approx(1000).epsilon(0.1));
  hostile.run(2000, false);
  hostile.run(500);
  CHECK(hostile.darc.capacity().kbps() == Approx(1000).epsilon(0.1));
}

TEST_CASE("DARC stays finite with packets of no size") {
  Hostile hostile;
  const int first = GENERATE(0, 500);
  hostile.run(first);
  hostile.feed.size = bytes(0);
  hostile.run(1000);
  hostile.feed.size = bytes(1250);
  hostile.run(1500);
  CHECK(hostile.darc.capacity().kbps() == Approx(1000).epsilon(0.1));
}

TEST_CASE("DARC stays finite with delays and round trips that are absurd") {
  constexpr Duration far(100'000'000'000'000'000);  // three years
  const Duration delay = GENERATE_COPY(values<Duration>({-far, -1s, 0s, 100s, far}));
  const Duration round_trip = GENERATE_COPY(values<Duration>({0s, 1ns, 100s, far}));
  Hostile hostile;
  hostile.run(300);
  hostile.feed.one_way_delay = delay;
  hostile.feed.min_round_trip_time = round_trip;
  hostile.run(500);
  hostile.feed.one_way_delay = 50ms;
  hostile.run(500);
}

TEST_CASE("DARC stays finite where arrivals jump to the ends of time") {
  constexpr Duration far(1'000'000'000'000'000'000);
  const Duration by = GENERATE_COPY(values<Duration>({far, 1h, -1h, -far}));
  Hostile hostile;
  hostile.run(300);
  const RemoteTime before = hostile.feed.arrival;
  hostile.feed.arrival = RemoteTime(by);
  hostile.run(300);
  hostile.feed.arrival = before + 3s;
  hostile.run(300);
}

TEST_CASE("DARC stays finite where all arrives at once or in the wrong order") {
  const Duration interval = GENERATE(values<Duration>({0ms, -10ms, 1ns}));
  Hostile hostile;
  hostile.feed.arrival_interval = interval;
  hostile.run(1000);
  hostile.feed.arrival_interval = 10ms;
  hostile.feed.arrival += 100s;
  hostile.run(1000);
}

TEST_CASE("DARC keeps within its limits and finite whatever the reports say") {
  const auto seed = GENERATE(range(1u, 13u));
  std::mt19937_64 random(seed);
  const auto draw = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  const std::int64_t least_size = seed % 2 == 0 ? 0 : 28;
  Darc darc;
  check(darc, darc.start(limits, 1, t0));
  LocalTime now = t0;
  std::int64_t sequence = 0;
  std::vector<PacketResult> packets;
  for (int i = 0; i < 1500; ++i) {
    now += Duration(draw(0, draw(0, 50) == 0 ? 5'000'000'000 : 30'000'000));
    for (std::int64_t n = draw(0, 12); n > 0; --n) darc.on_sent({sequence++, bytes(draw(least_size, 1500)), now});
    if (darc.next_tick() && *darc.next_tick() <= now) check(darc, darc.on_tick(now));
    packets.clear();
    for (std::int64_t n = draw(0, 12); n > 0; --n) {
      PacketResult r{sequence - draw(-2, 30),
                     bytes(draw(least_size, 9000)),
                     now - Duration(draw(0, 400'000'000)),
                     draw(0, 4) != 0,
                     std::nullopt,
                     std::nullopt};
      const bool absurd = draw(0, 20) == 0;
      const std::int64_t around = now.time_since_epoch().count();
      if (draw(0, 9) != 0) {
        r.arrival = RemoteTime{Duration(absurd ? draw(-1'000'000'000'000'000'000, 1'000'000'000'000'000'000)
                                               : around + draw(-300'000'000, 300'000'000))};
      }
      if (draw(0, 9) != 0) {
        r.one_way_delay = Duration(absurd ? draw(-100'000'000'000'000'000, 100'000'000'000'000'000)
                                          : draw(-300'000'000, 300'000'000));
      }
      packets.push_back(r);
    }
    PathReport report;
    report.now = now;
    report.packets = packets;
    if (draw(0, 3) != 0) report.round_trip_time = Duration(draw(-1'000'000'000, 100'000'000'000));
    report.smoothed_round_trip_time =
        Duration(draw(0, 10) == 0 ? draw(-1'000'000, 10'000'000'000'000) : draw(0, 300'000'000));
    report.min_round_trip_time = Duration(draw(0, 10) == 0 ? draw(-1'000'000'000, 100'000'000'000) : 40'000'000);
    check(darc, darc.on_report(report));
  }
}
