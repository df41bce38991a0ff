#include "core/control/darc/bottleneck_rate.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr DataRate kbps(double n) { return kilobits_per_second(n); }

struct Reports {
  darc::BottleneckRate bottleneck;
  LocalTime now = t0;
  Reports() { bottleneck.resume(t0); }
  void run(Duration length, std::optional<DataRate> delivered, bool alone) {
    for (const LocalTime end = now + length; now < end;) {
      now += 100ms;
      bottleneck.on_report(delivered, alone, now);
    }
  }
};

}  // namespace

TEST_CASE("DARC knows the bottleneck by our own share where nothing else is known") {
  const darc::BottleneckRate bottleneck;
  CHECK(bottleneck.rate(std::nullopt, kbps(700)) == kbps(700));
  CHECK(bottleneck.rate(kbps(2000), kbps(700)) == kbps(2000));
}

TEST_CASE("DARC believes packet pairs until it has been alone for 5 s, then its best rate within a tenth of them") {
  Reports r;
  r.run(4900ms, kbps(1500), true);
  CHECK(r.bottleneck.rate(kbps(2000), kbps(700)) == kbps(2000));
  CHECK(r.bottleneck.rate(std::nullopt, kbps(700)) == kbps(1500));
  r.run(100ms, kbps(1500), true);
  CHECK(r.bottleneck.rate(kbps(1600), kbps(700)) == kbps(1500));
  CHECK(r.bottleneck.rate(kbps(2000), kbps(700)).kbps() == Approx(1800));
  CHECK(r.bottleneck.rate(kbps(1000), kbps(700)).kbps() == Approx(1100));
}

TEST_CASE("DARC's best rate is that of 20 s and not of a source that sends little") {
  Reports r;
  r.run(100ms, kbps(1500), true);
  r.run(15s, kbps(1000), false);
  CHECK(r.bottleneck.rate({}, kbps(1)) == kbps(1500));
  r.run(6s, kbps(1000), false);
  CHECK(r.bottleneck.rate({}, kbps(1)) == kbps(1000));
  r.run(6s, std::nullopt, true);  // counts for nothing
  CHECK(r.bottleneck.rate(kbps(3000), kbps(1)) == kbps(3000));
}

TEST_CASE("DARC forgets the bottleneck where it has become another") {
  Reports r;
  r.run(10s, kbps(1500), true);
  r.bottleneck.forget();
  CHECK(r.bottleneck.rate({}, kbps(300)) == kbps(300));
  CHECK(r.bottleneck.rate(kbps(400), kbps(300)) == kbps(400));
}
