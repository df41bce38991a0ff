#include "core/control/darc/competition.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Verdict = darc::Competition::Verdict;

namespace {

constexpr DataRate kbps(double n) { return kilobits_per_second(n); }

/// Competition on 2 Mbit/s that began at t0, of which we had 500 kbit/s.
struct Run {
  darc::Competition competition;
  darc::PacketPairs pairs;
  darc::Competition::Report report;
  LocalTime now = t0;
  DataRate rate;

  Run() {
    competition.enter(kbps(2000), kbps(500), kbps(500), t0);
    report.queue = 100ms;
    report.target = 15ms;
  }
  Verdict step() {
    now += 50ms;
    rate = competition.rate(pairs, now);
    report.now = now;
    return competition.judge(report);
  }
  /// How long it goes on, up to 10 s, and what it ends with.
  std::pair<Duration, Verdict> run() {
    for (const LocalTime from = now; now - from < 10s;) {
      const Verdict verdict = step();
      if (verdict != Verdict::goes_on) return {now - from, verdict};
    }
    return {10s, Verdict::goes_on};
  }
};

/// Eight pairs on a bottleneck of 8 Mbit/s per `ms`.
void feed(darc::PacketPairs& pairs, Duration apart, LocalTime now) {
  static std::int64_t sequence = 0;
  for (int i = 0; i < 8; ++i) {
    const LocalTime sent = now - 1s + i * 100ms;
    const RemoteTime arrival(7000s + i * 100ms);
    pairs.on_result({sequence++, bytes(1000), sent, true, arrival, 50ms}, now);
    pairs.on_result({sequence++, bytes(1000), sent, true, arrival + apart, 50ms}, now);
    ++sequence;
  }
}

}  // namespace

TEST_CASE("DARC goes to half of the bottleneck, slowly, and first no further than 1.5 times what it had") {
  Run r;
  CHECK(r.run().second == Verdict::goes_on);
  CHECK(r.rate.kbps() == Approx(1000));
  Run first;
  for (int i = 0; i < 49; ++i) {  // 2.5 s without a pair
    first.step();
    CHECK(first.rate.kbps() <= 750.001);
  }
  const double before = first.rate.kbps();
  first.step();
  CHECK(first.rate.kbps() - before == Approx(0.6 * 2000 * 0.05));
}

TEST_CASE("DARC's competition takes the bottleneck's rate from packet pairs, up and down") {
  Run down;
  feed(down.pairs, 8ms, t0);  // 1 Mbit/s
  down.step();
  CHECK(down.competition.bottleneck().kbps() == Approx(1100).epsilon(0.01));
  Run up;
  feed(up.pairs, 2ms, t0);  // 4 Mbit/s, in ticks of 1/1024 s
  up.step();
  CHECK(up.competition.bottleneck().kbps() == Approx(3600).epsilon(0.03));
}

TEST_CASE("DARC ends competition when the queue was short for 1.2 s") {
  Run r;
  r.run();
  r.report.queue = 14ms;  // the target is 15
  const auto [time, verdict] = r.run();
  CHECK(verdict == Verdict::they_left);
  CHECK(time > 1200ms);
  CHECK(time <= 1300ms);
}

TEST_CASE("DARC's competition goes on where the queue is short only now and then") {
  Run r;
  for (int i = 0; i < 200; ++i) {
    r.report.queue = i % 20 < 10 ? 30ms : 5ms;
    CHECK(r.step() == Verdict::goes_on);
  }
}

TEST_CASE("DARC takes the bottleneck for narrower where much is lost for a second") {
  Run r;
  r.report.delivered = darc::Delivery::Window{kbps(800), 100ms, 0ms, 0.2};
  const auto [time, verdict] = r.run();
  CHECK(verdict == Verdict::narrower);
  CHECK(time > 1s);
  CHECK(time <= 1100ms);
  CHECK(r.competition.bottleneck().kbps() == Approx(1600));
}

TEST_CASE("DARC takes the bottleneck for narrower where the queue grows as fast as no sender makes it") {
  Run r;
  while (r.now < t0 + 1200ms) r.step();  // what the other begins with
  auto verdict = Verdict::goes_on;
  for (int i = 0; i < 30 && verdict == Verdict::goes_on; ++i) {
    r.report.queue += 20ms;  // 0.4 s per second: 0.6 of what comes is passed on
    verdict = r.step();
  }
  CHECK(verdict == Verdict::narrower);
  CHECK(r.competition.bottleneck().kbps() == Approx(1200).epsilon(0.05));
}
