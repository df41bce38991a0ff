#include <catch2/catch.hpp>
#include <random>

#include "core/control/rivals/gcc/arrival_filter.h"
#include "core/control/rivals/gcc/overuse_detector.h"
#include "core/control/rivals/gcc/trendline.h"
#include "gcc_feed.h"

using namespace evenkeel;
using namespace evenkeel::gcc;
using namespace evenkeel::test;

TEST_CASE("GCC's threshold by hand") {
  const DetectorParameters p;
  AdaptiveThreshold threshold(12.5);
  RemoteTime at = gcc_a0;
  const auto update = [&](double t, Duration after) {
    threshold.update(t, at += after, p);
    return threshold.value();
  };
  CHECK(update(0, 0ms) == 12.5);  // no time has passed
  double expected = 12.5 + 0.0087 * 10 * (20 - 12.5);
  CHECK(update(20, 10ms) == Approx(expected));
  expected += 0.039 * 10 * (5 - expected);
  CHECK(update(-5, 10ms) == Approx(expected));               // it is |T| that counts
  CHECK(update(expected + 15.1, 50ms) == Approx(expected));  // a spike moves nothing
  const double above = expected + 14;                        // within 15 ms: the time since the spike counts
  expected += 0.0087 * 10 * (above - expected);
  CHECK(update(above, 10ms) == Approx(expected));
}

TEST_CASE("GCC's threshold keeps within 6 and 600 and takes steps of at most 100 ms") {
  DetectorParameters p;
  AdaptiveThreshold threshold(12.5);
  threshold.update(0, gcc_a0, p);
  threshold.update(0, gcc_a0 + 1s, p);
  CHECK(threshold.value() == 6);
  p.k_up = 0.001;
  threshold.update(20, gcc_a0 + 10s, p);
  CHECK(threshold.value() == Approx(6 + 0.001 * 100 * 14));
  threshold.update(20, gcc_a0 + 5s, p);  // the peer's clock was set: no time has passed
  CHECK(threshold.value() == Approx(6 + 0.001 * 100 * 14));
  p.k_up = 0.1;
  for (int i = 0; i < 1000; ++i) threshold.update(threshold.value() + 14, gcc_a0 + 10s + i * 100ms, p);
  CHECK(threshold.value() == 600);
}

TEST_CASE("GCC's over-use needs more than 10 ms above the threshold, two groups, and no fall") {
  const DetectorParameters p;
  OveruseDetector detector(p);
  RemoteTime at = gcc_a0;
  const auto update = [&](double t, Duration sending) {
    detector.update(t, sending, at += 8ms, p);
    return detector.usage();
  };
  SECTION("long enough with the second group") {
    CHECK(update(13, 8ms) == Usage::normal);  // 4 ms
    CHECK(update(13.5, 8ms) == Usage::overuse);
    CHECK(update(13, 8ms) == Usage::overuse);  // until it is below
    CHECK(update(5, 8ms) == Usage::normal);
  }
  SECTION("one group is not enough, however long") { CHECK(update(13, 100ms) == Usage::normal); }
  SECTION("two short groups are not") {
    CHECK(update(13, 6ms) == Usage::normal);
    CHECK(update(13.5, 6ms) == Usage::normal);  // 9 ms
    CHECK(update(13.6, 6ms) == Usage::overuse);
  }
  SECTION("not while it falls") {
    CHECK(update(14, 20ms) == Usage::normal);
    CHECK(update(13.8, 20ms) == Usage::normal);
    CHECK(update(13.9, 20ms) == Usage::overuse);
  }
  SECTION("the count begins anew below the threshold") {
    CHECK(update(13, 8ms) == Usage::normal);
    CHECK(update(5, 8ms) == Usage::normal);
    CHECK(update(13, 8ms) == Usage::normal);
  }
  SECTION("under-use") {
    CHECK(update(-13, 8ms) == Usage::underuse);
    CHECK(update(0, 8ms) == Usage::normal);
  }
}

namespace {

/// Packets, one per 10 ms, through groups, trend line and detector.
struct Chain {
  PacketGroups groups;
  Trendline line;
  ArrivalFilter kalman;
  DetectorParameters p;
  OveruseDetector by_line{p};
  OveruseDetector by_kalman{p};
  Duration sent{};

  void packet(Duration delay) {
    const auto delta = groups.add(gcc_packet(sent, sent + delay), gcc_t0 + sent + 50ms);
    sent += 10ms;
    if (!delta) return;
    line.add(*delta, {});
    kalman.add(*delta, {});
    by_line.update(line.modified({}), delta->sending, delta->arrival, p);
    by_kalman.update(kalman.modified(), delta->sending, delta->arrival, p);
  }
};

}  // namespace

TEST_CASE("GCC sees a growing queue within half a second, with either filter, and that it drains") {
  Chain chain;
  for (int i = 0; i < 200; ++i) chain.packet(50ms);
  REQUIRE(chain.by_line.usage() == Usage::normal);
  Duration delay = 50ms;
  int until_line = 0;
  int until_kalman = 0;
  for (int i = 1; i <= 100; ++i) {  // 10 % more than the link carries
    chain.packet(delay += 1ms);
    if (until_line == 0 && chain.by_line.usage() == Usage::overuse) until_line = i;
    if (until_kalman == 0 && chain.by_kalman.usage() == Usage::overuse) until_kalman = i;
  }
  CAPTURE(until_line, until_kalman);
  CHECK(until_line > 0);
  CHECK(until_line <= 50);
  CHECK(until_kalman > 0);
  CHECK(until_kalman <= 50);
  bool drained = false;
  for (int i = 0; i < 90; ++i) {
    chain.packet(delay -= 1ms);
    drained |= chain.by_line.usage() == Usage::underuse;
  }
  CHECK(drained);
}

TEST_CASE("GCC takes jitter for no over-use, with either filter") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> jitter(-0.002, 0.002);
  Chain chain;
  for (int i = 0; i < 20'000; ++i) {
    chain.packet(50ms + from_seconds(jitter(random)));
    if (chain.by_line.usage() == Usage::overuse) FAIL("trend line, packet " << i);
    if (chain.by_kalman.usage() == Usage::overuse) FAIL("Kalman filter, packet " << i);
  }
}
