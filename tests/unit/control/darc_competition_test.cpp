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

TEST_CASE("DARC takes the bottleneck's rate from packet pairs where they say less") {
  Run r;
  feed(r.pairs, 8ms, t0);  // 1 Mbit/s
  r.step();
  CHECK(r.competition.bottleneck().kbps() == Approx(1100).epsilon(0.01));
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
    r.report.queue = i % 20 == 0 ? 30ms : 5ms;
    CHECK(r.step() == Verdict::goes_on);
  }
}

TEST_CASE("DARC ends competition when what it sends does not arrive for a second: there was none") {
  Run r;
  const bool by_loss = GENERATE(false, true);
  r.report.delivered = darc::Delivery::Window{kbps(by_loss ? 3000 : 100), 100ms, 0ms, by_loss ? 0.16 : 0.0};
  const auto [time, verdict] = r.run();
  CHECK(verdict == Verdict::was_none);
  CHECK(time > 2200ms);  // it is not judged in the first 1.2 s
  CHECK(time <= 2300ms);
}

TEST_CASE("DARC's competition goes on where little arrives because little is sent") {
  Run r;
  r.report.delivered = darc::Delivery::Window{kbps(100), 100ms, 0ms, 0};
  r.report.source_limited = true;
  CHECK(r.run().second == Verdict::goes_on);
}
