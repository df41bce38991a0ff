#include "core/control/rivals/gcc/probing.h"

#include <catch2/catch.hpp>

#include "gcc_feed.h"

using namespace evenkeel;
using namespace evenkeel::gcc;
using namespace evenkeel::test;

namespace {

constexpr DataSize packet_size = bytes(1000);

/// A sender of packets of 1000 bytes, and reports on them.
struct Bench {
  Probing probing;
  ProbingParameters p;
  LocalTime now = gcc_t0;
  std::int64_t sequence = 0;
  std::vector<PacketResult> out;  // not told of yet
  Duration report_time = 100ms;   // after the packet that is told of last

  void start(DataRate rate = kilobits_per_second(300), DataRate maximum = megabits_per_second(8)) {
    probing.start(rate, maximum, now, p);
    probing.on_tick(now);
  }
  double kbps() const { return probing.rate().value_or(DataRate()).kbps(); }

  /// Packets at the rate, and a tick where one is due.
  void send(int packets, DataRate rate) {
    for (int i = 0; i < packets; ++i) {
      probing.on_sent({sequence, packet_size, now});
      out.push_back({sequence++, packet_size, now, true, std::nullopt, std::nullopt});
      if (probing.next_tick() && *probing.next_tick() <= now) probing.on_tick(now);
      now += packet_size / rate;
    }
  }

  /// All that is out arrives at the rate, but each `lost`th packet.
  std::optional<DataRate> report(DataRate rate, int lost = 0) {
    RemoteTime arrival = gcc_a0 + (now - gcc_t0);
    int n = 0;
    for (PacketResult& packet : out) {
      packet.received = lost == 0 || ++n % lost != 0;
      if (packet.received) packet.arrival = arrival;
      arrival += packet_size / rate;
    }
    PathReport report;
    report.now = now += report_time;
    report.packets = out;
    const auto result = probing.on_feedback(report, p);
    out.clear();
    return result;
  }
};

}  // namespace

TEST_CASE("GCC probes at 3 and at 6 times the start rate, each until 5 packets and 15 ms have left") {
  Bench bench;
  bench.probing.start(kilobits_per_second(300), megabits_per_second(8), gcc_t0, bench.p);
  CHECK_FALSE(bench.probing.rate());
  CHECK(bench.probing.next_tick() == gcc_t0);
  CHECK(bench.probing.on_tick(gcc_t0));
  CHECK(bench.kbps() == Approx(900));
  bench.send(4, kilobits_per_second(900));
  CHECK(bench.kbps() == Approx(900));
  bench.send(1, kilobits_per_second(900));  // 35.6 ms
  CHECK(bench.kbps() == Approx(1800));
  bench.send(4, megabits_per_second(1.8));
  CHECK(bench.kbps() == Approx(1800));
  bench.send(1, megabits_per_second(1.8));
  CHECK_FALSE(bench.probing.rate());
  CHECK_FALSE(bench.probing.next_tick());
  CHECK_FALSE(bench.probing.idle());
}

TEST_CASE("GCC's probe at a high rate lasts 15 ms") {
  Bench bench;
  bench.start(megabits_per_second(1));
  bench.send(6, megabits_per_second(3));  // 2.67 ms each
  CHECK(bench.kbps() == Approx(3000));
  bench.send(1, megabits_per_second(3));
  CHECK(bench.kbps() == Approx(6000));
}

TEST_CASE("GCC's probes go on at twice the result, while it is above 0.7 of the probe's rate") {
  Bench bench;
  bench.start();
  bench.send(5, kilobits_per_second(900));
  bench.send(5, megabits_per_second(1.8));
  const auto result = bench.report(megabits_per_second(1.8));
  REQUIRE(result);
  CHECK(result->kbps() == Approx(1800).epsilon(1e-6));
  REQUIRE(bench.probing.next_tick());
  bench.probing.on_tick(bench.now);
  CHECK(bench.kbps() == Approx(3600));
  bench.send(8, megabits_per_second(3.6));
  SECTION("a link of 3.5 Mbit/s") {
    CHECK(bench.report(megabits_per_second(3.5))->kbps() == Approx(3500));
    bench.probing.on_tick(bench.now);
    CHECK(bench.kbps() == Approx(7000));
  }
  SECTION("a link of 2.5 Mbit/s: 0.95 of what arrives, and no further") {
    CHECK(bench.report(megabits_per_second(2.5))->kbps() == Approx(0.95 * 2500));
    CHECK_FALSE(bench.probing.next_tick());
    CHECK(bench.probing.idle());
  }
}

TEST_CASE("GCC's probes conclude the same where packets are reported while others of the probe are still to leave") {
  Bench bench;
  bench.report_time = 0ms;
  bench.start();
  std::optional<DataRate> result;
  for (const auto rate : {kilobits_per_second(900), megabits_per_second(1.8)}) {
    for (int i = 0; i < 5; ++i) {
      CHECK(bench.kbps() == Approx(rate.kbps()));
      bench.send(1, rate);
      result = bench.report(rate);
    }
    REQUIRE(result);
    CHECK(result->kbps() == Approx(rate.kbps()).epsilon(1e-6));
  }
  bench.probing.on_tick(bench.now);
  CHECK(bench.kbps() == Approx(3600));
}

TEST_CASE("GCC's probe that begins anew forgets what was reported of the packets before") {
  Bench bench;
  bench.report_time = 0ms;
  bench.start();
  for (int i = 0; i < 4; ++i) {
    bench.send(1, kilobits_per_second(900));
    bench.report(kilobits_per_second(100));
  }
  bench.now += 60ms;  // the queue ran empty
  for (int i = 0; i < 4; ++i) {
    bench.send(1, kilobits_per_second(900));
    CHECK_FALSE(bench.report(kilobits_per_second(900)));
  }
  bench.send(1, kilobits_per_second(900));
  const auto result = bench.report(kilobits_per_second(900));
  REQUIRE(result);
  CHECK(result->kbps() == Approx(900).epsilon(1e-6));
}

TEST_CASE("GCC's probes end at the maximum") {
  Bench bench;
  bench.start(kilobits_per_second(300), megabits_per_second(1));
  CHECK(bench.kbps() == Approx(900));
  bench.send(5, kilobits_per_second(900));
  CHECK(bench.kbps() == Approx(1000));
  bench.send(5, megabits_per_second(1));
  CHECK(bench.report(megabits_per_second(1)));
  CHECK(bench.probing.idle());
}

TEST_CASE("GCC's probe that finds too little to send is given up after 200 ms, and concludes nothing") {
  Bench bench;
  bench.start();
  const LocalTime begun = bench.now;
  while (bench.kbps() == Approx(900)) bench.send(1, kilobits_per_second(300));
  CHECK(bench.now - begun >= 200ms);
  CHECK(bench.now - begun < 260ms);
  while (bench.probing.rate()) bench.send(1, kilobits_per_second(300));
  CHECK(bench.now - begun < 520ms);
  CHECK_FALSE(bench.report(kilobits_per_second(300)));
  CHECK(bench.probing.idle());
  CHECK_FALSE(bench.probing.next_tick());
}

TEST_CASE("GCC's probe ends by the clock where nothing is sent at all") {
  Bench bench;
  bench.start();
  CHECK(bench.probing.next_tick() == gcc_t0 + 200ms);
  CHECK_FALSE(bench.probing.on_tick(gcc_t0 + 199ms));
  CHECK(bench.probing.on_tick(gcc_t0 + 200ms));
  CHECK(bench.probing.on_tick(gcc_t0 + 400ms));
  CHECK(bench.probing.idle());
}

TEST_CASE("GCC's probe takes the run that kept up: what came before a pause of the encoder does not count") {
  Bench bench;
  bench.p.second = 1;
  bench.start();
  bench.send(3, kilobits_per_second(900));
  bench.now += 50ms;  // the queue is empty
  bench.send(4, kilobits_per_second(900));
  CHECK(bench.kbps() == Approx(900));
  bench.send(1, kilobits_per_second(900));
  CHECK(bench.kbps() == Approx(300));  // the second
  CHECK(bench.report(kilobits_per_second(900))->kbps() == Approx(900));
}

TEST_CASE("GCC's probe concludes nothing where more than a fifth is lost, or arrivals are compressed") {
  Bench bench;
  bench.start();
  bench.send(5, kilobits_per_second(900));
  SECTION("2 of 5 lost") { CHECK_FALSE(bench.report(kilobits_per_second(900), 2)); }
  SECTION("1 of 5 lost") { CHECK(bench.report(kilobits_per_second(900), 5)); }
  SECTION("arriving at 2.2 times the rate") { CHECK_FALSE(bench.report(megabits_per_second(2))); }
}

TEST_CASE("GCC waits for a probe's result for a second") {
  Bench bench;
  bench.start(kilobits_per_second(300), kilobits_per_second(900));
  bench.send(10, kilobits_per_second(900));
  bench.out.clear();  // no report names them
  CHECK_FALSE(bench.report(kilobits_per_second(900)));
  CHECK_FALSE(bench.probing.idle());
  bench.now += 1s;
  CHECK_FALSE(bench.report(kilobits_per_second(900)));
  CHECK(bench.probing.idle());
}

TEST_CASE("GCC probes every 5 s while the source is limited by itself") {
  Bench bench;
  bench.p.first = bench.p.second = 1;
  bench.start();
  bench.send(10, kilobits_per_second(300));
  bench.report(kilobits_per_second(300));
  std::vector<Duration> times;
  LocalTime since = gcc_t0;
  for (int i = 0; i < 2000; ++i) {
    bench.probing.on_limited_source(kilobits_per_second(300), bench.now, bench.p);
    if (bench.probing.next_tick() && *bench.probing.next_tick() <= bench.now && bench.probing.on_tick(bench.now) &&
        bench.probing.rate()) {
      times.push_back(bench.now - since);
      since = bench.now;
      CHECK(bench.kbps() == Approx(600));
    }
    bench.now += 10ms;
  }
  REQUIRE(times.size() >= 3);
  CHECK(times[1] == 5s);
  CHECK(times[2] == 5s);
}

TEST_CASE("GCC without probing never raises the pacing") {
  Bench bench;
  bench.p.enabled = 0;
  bench.start();
  for (int i = 0; i < 100; ++i) {
    bench.probing.on_limited_source(kilobits_per_second(300), bench.now, bench.p);
    CHECK_FALSE(bench.probing.next_tick());
    CHECK_FALSE(bench.probing.rate());
    bench.now += 1s;
  }
}
