#include "core/control/rivals/gcc/aimd.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "gcc_feed.h"

using namespace evenkeel;
using namespace evenkeel::gcc;
using namespace evenkeel::test;

namespace {

RateLimits wide() { return {kilobits_per_second(300), kilobits_per_second(10), megabits_per_second(100)}; }

struct Loop {
  Aimd aimd;
  AimdParameters p;
  RateLimits limits = wide();
  Duration rtt = 100ms;
  Duration interval = 50ms;
  LocalTime now = gcc_t0;

  explicit Loop(DataRate start) { aimd.start(start, now); }
  double kbps(Usage usage, std::optional<DataRate> acknowledged) {
    now += interval;
    return aimd.update({usage, acknowledged, rtt, now}, limits, p).kbps();
  }
};

constexpr DataRate plenty = megabits_per_second(50);

}  // namespace

TEST_CASE("GCC's slope near the maximum, and how long a cut of 15 % takes to make up for") {
  const auto [mbps, rtt, slope, recovery] = GENERATE(table<double, Duration, double, double>(
      {{1.0, 100ms, 20.8, 7.2}, {1.5, 50ms, 27.8, 8.1}, {2.0, 100ms, 23.8, 12.6}}));
  const AimdParameters p;
  CHECK(additive_slope(megabits_per_second(mbps), rtt, p).kbps() == Approx(slope).margin(0.05));
  CHECK(to_seconds(recovery_time(megabits_per_second(mbps), rtt, p)) == Approx(recovery).margin(0.01));
}

TEST_CASE("GCC's slope is at least 4 kbit/s per s, and finite for any input") {
  const AimdParameters p;
  CHECK(additive_slope(kilobits_per_second(30), 10s, p) == kilobits_per_second(4));
  CHECK(additive_slope(DataRate(), 100ms, p) == kilobits_per_second(4));
  CHECK(additive_slope(megabits_per_second(1), -1h, p).bps() < 1e9);
}

TEST_CASE("GCC's AIMD climbs 8 % per second while no over-use was seen") {
  Loop loop(kilobits_per_second(1000));
  CHECK(loop.kbps(Usage::normal, plenty) == 1000);  // Hold -> Increase
  CHECK(loop.aimd.state() == Aimd::State::increase);
  for (int i = 0; i < 19; ++i) loop.kbps(Usage::normal, plenty);
  CHECK(loop.kbps(Usage::normal, plenty) == Approx(1080));
  loop.interval = 1h;
  CHECK(loop.kbps(Usage::normal, plenty) == Approx(1080 * 1.08));
}

TEST_CASE("GCC's AIMD climbs at least 10 kbit/s per s: 1 kbit/s per 100 ms") {
  Loop loop(kilobits_per_second(50));
  for (int i = 0; i < 21; ++i) loop.kbps(Usage::normal, plenty);
  CHECK(loop.aimd.rate().kbps() == Approx(60));
}

TEST_CASE("GCC's AIMD does not climb above 1.5 times the acknowledged rate and 10 kbit/s") {
  Loop loop(kilobits_per_second(300));
  for (int i = 0; i < 500; ++i) loop.kbps(Usage::normal, kilobits_per_second(240));
  CHECK(loop.aimd.rate().kbps() == Approx(370));
  CHECK(loop.kbps(Usage::normal, kilobits_per_second(100)) == Approx(370));  // nor falls for that
  CHECK(loop.kbps(Usage::normal, std::nullopt) == Approx(370));
}

TEST_CASE("GCC's AIMD at over-use: 0.85 of what is acknowledged, then Hold, then additive") {
  Loop loop(kilobits_per_second(1200));
  const DataRate acknowledged = megabits_per_second(1);
  CHECK(loop.kbps(Usage::overuse, acknowledged) == Approx(845));
  CHECK(loop.aimd.state() == Aimd::State::decrease);
  CHECK(loop.aimd.link_capacity().estimate() == acknowledged);
  CHECK(loop.kbps(Usage::normal, acknowledged) == Approx(845));
  CHECK(loop.aimd.state() == Aimd::State::hold);
  CHECK(loop.kbps(Usage::underuse, acknowledged) == Approx(845));
  CHECK(loop.aimd.state() == Aimd::State::hold);
  CHECK(loop.kbps(Usage::normal, acknowledged) == Approx(845));
  CHECK(loop.aimd.state() == Aimd::State::increase);
  const double slope = additive_slope(kilobits_per_second(845), 100ms, loop.p).kbps();
  CHECK(loop.kbps(Usage::normal, acknowledged) == Approx(845 + slope * 0.05));
}

TEST_CASE("GCC's sawtooth at constant capacity has about the period of its closed form") {
  const DataRate capacity = megabits_per_second(1);
  Loop loop(capacity);
  loop.interval = 100ms;
  loop.kbps(Usage::overuse, capacity);
  int steps = 0;
  while (loop.aimd.rate() < capacity && steps < 1000) {
    loop.kbps(Usage::normal, std::max(loop.aimd.rate(), kilobits_per_second(900)));
    ++steps;
  }
  // 7.2 s is the slope at 1 Mbit/s. From 845 to 864 kbit/s a frame makes three packets, and the slope is 23.7 kbit/s
  // per s; then four, and it is r/48 per s: 0.8 s + 48 s ln(1000/864), and two reports until it climbs.
  CHECK(steps * 0.1 == Approx(0.8 + 48 * std::log(1000 / 864.0) + 0.2).margin(0.2));
}

TEST_CASE("GCC's AIMD decreases once per round trip of 10 to 200 ms, and at once where less than half arrives") {
  const auto [rtt, between] = GENERATE(table<Duration, Duration>({{100ms, 100ms}, {1ms, 10ms}, {5s, 200ms}}));
  Loop loop(kilobits_per_second(1000));
  loop.rtt = rtt;
  loop.interval = 1ms;
  CHECK(loop.kbps(Usage::overuse, kilobits_per_second(1000)) == Approx(845));
  const LocalTime first = loop.now;
  while (loop.aimd.rate() > kilobits_per_second(700)) loop.kbps(Usage::overuse, kilobits_per_second(800));
  CHECK(loop.aimd.rate().kbps() == Approx(675));
  CHECK(loop.now - first == between);
  CHECK(loop.kbps(Usage::overuse, kilobits_per_second(600)) == Approx(675));
  CHECK(loop.kbps(Usage::overuse, kilobits_per_second(300)) == Approx(250));
}

TEST_CASE("GCC's AIMD without an acknowledged rate falls by beta, and a decrease never raises") {
  Loop loop(kilobits_per_second(1000));
  CHECK(loop.kbps(Usage::overuse, std::nullopt) == Approx(850));
  loop.interval = 1s;
  CHECK(loop.kbps(Usage::overuse, kilobits_per_second(2000)) == Approx(850));
}

TEST_CASE("GCC's AIMD forgets the link where three deviations more are acknowledged: multiplicative again") {
  Loop loop(kilobits_per_second(1200));
  loop.kbps(Usage::overuse, kilobits_per_second(1000));
  const double deviations = 3 * std::sqrt(0.4 * 1000);  // kbit/s
  loop.kbps(Usage::normal, kilobits_per_second(1000));
  loop.kbps(Usage::normal, kilobits_per_second(1000));
  loop.kbps(Usage::normal, kilobits_per_second(1000 + deviations - 1));
  CHECK(loop.aimd.link_capacity().estimate());
  const double before = loop.aimd.rate().kbps();
  CHECK(loop.kbps(Usage::normal, kilobits_per_second(1000 + deviations + 1)) == Approx(before * std::pow(1.08, 0.05)));
  CHECK_FALSE(loop.aimd.link_capacity().estimate());
}

TEST_CASE("GCC's link capacity by hand") {
  LinkCapacity link;
  CHECK(link.lowest() == DataRate());
  CHECK(link.highest() == DataRate::unlimited());
  link.on_overuse(kilobits_per_second(1000));
  CHECK(link.highest().kbps() == Approx(1000 + 60));  // 3 sqrt(0.4 1000)
  link.on_overuse(kilobits_per_second(900));
  CHECK(link.estimate()->kbps() == Approx(995));
  const double deviation = 0.95 * 0.4 + 0.05 * 95 * 95 / 995;
  CHECK(link.lowest().kbps() == Approx(995 - 3 * std::sqrt(deviation * 995)));
  for (int i = 0; i < 100; ++i) link.on_overuse(kilobits_per_second(i % 2 == 0 ? 1 : 5000));
  const double mean = link.estimate()->kbps();
  CHECK(link.highest().kbps() == Approx(mean + 3 * std::sqrt(2.5 * mean)));
  for (int i = 0; i < 1000; ++i) link.on_overuse(DataRate());
  CHECK(link.lowest() == DataRate());
}

TEST_CASE("GCC's AIMD keeps within its limits") {
  Loop loop(kilobits_per_second(300));
  loop.interval = 1s;
  for (int i = 0; i < 200; ++i) loop.kbps(Usage::normal, megabits_per_second(1000));
  CHECK(loop.aimd.rate() == megabits_per_second(100));
  for (int i = 0; i < 200; ++i) loop.kbps(Usage::overuse, DataRate());
  CHECK(loop.aimd.rate() == kilobits_per_second(10));
}
