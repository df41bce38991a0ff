#include "core/control/rivals/gcc/rate_decision.h"

#include <catch2/catch.hpp>

#include "gcc_feed.h"

using namespace evenkeel;
using namespace evenkeel::gcc;
using namespace evenkeel::test;

namespace {

/// 300 kbit/s arrive, in packets of 1000 bytes.
struct Flow {
  RateDecision decision;
  RateDecisionParameters p;
  Duration now{};

  Flow() {
    decision.start({kilobits_per_second(300), kilobits_per_second(50), megabits_per_second(8)}, gcc_t0, p);
    run(100);
  }
  void run(int packets, Usage usage = Usage::normal) {
    for (int i = 0; i < packets; ++i) {
      now += bytes(1000) / kilobits_per_second(300);
      decision.add(gcc_packet(now - 50ms, now));
      PathReport report;
      report.now = gcc_t0 + now;
      decision.update(usage, report, p);
    }
  }
  bool probe(double kbps) { return decision.on_probe(kilobits_per_second(kbps), gcc_t0 + now); }
};

}  // namespace

TEST_CASE("GCC takes a probe's result that is higher, and measures what arrives anew from what is sent since") {
  Flow flow;
  REQUIRE(flow.decision.acknowledged()->kbps() == Approx(300).epsilon(1e-3));
  CHECK(flow.probe(2000));
  CHECK(flow.decision.rate().kbps() == Approx(2000));
  flow.run(2);  // one was sent before
  CHECK_FALSE(flow.decision.acknowledged());
  CHECK(flow.decision.rate().kbps() == Approx(2000));
  flow.run(12);
  CHECK(flow.decision.acknowledged());
}

TEST_CASE("GCC takes no probe's result that is lower, nor any at over-use") {
  Flow flow;
  const DataRate before = flow.decision.rate();
  CHECK_FALSE(flow.probe(before.kbps() / 2));
  flow.run(1, Usage::overuse);
  const DataRate cut = flow.decision.rate();
  CHECK(cut < before);
  CHECK_FALSE(flow.probe(2000));
  CHECK(flow.decision.rate() == cut);
}

TEST_CASE("GCC's decision is the smaller of delay and loss, and a halving holds for both") {
  Flow flow;
  const DataRate before = flow.decision.rate();
  flow.decision.halve(gcc_t0 + flow.now);
  CHECK(flow.decision.rate().kbps() == Approx(before.kbps() / 2));
  flow.run(3);
  CHECK(flow.decision.rate().kbps() == Approx(before.kbps() / 2).epsilon(0.05));
  for (int i = 0; i < 100; ++i) flow.decision.halve(gcc_t0 + flow.now);
  CHECK(flow.decision.rate().kbps() == Approx(50));
}
