#include "core/control/used_bandwidth.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr RemoteTime a0{7000s};

/// Packets of `size` bytes, ten in 100 ms.
void interval(UsedBandwidth& bandwidth, int index, std::int64_t size, Duration tau = 500ms) {
  for (int i = 0; i < 10; ++i) bandwidth.on_arrival(a0 + index * 100ms + i * 10ms, bytes(size), 100ms, tau);
}

}  // namespace

TEST_CASE("The bilinear low-pass by hand: B = ((2 tau - T) B + T (b + b_before)) / (2 tau + T)") {
  UsedBandwidth bandwidth;
  bandwidth.on_arrival(a0 - 100ms, bytes(9999), 100ms, 500ms);  // starts the first interval, is no part of it
  CHECK_FALSE(bandwidth.estimate());
  interval(bandwidth, 0, 1000);
  REQUIRE(bandwidth.estimate());
  CHECK(bandwidth.estimate()->bps() == 0);  // the first sample is the estimate: nothing came before a0
  interval(bandwidth, 1, 2000);
  CHECK(bandwidth.estimate()->kbps() == Approx(72.727));  // 0.1 (800 + 0) / 1.1
  interval(bandwidth, 2, 2000);
  CHECK(bandwidth.estimate()->kbps() == Approx(277.686));  // (0.9 72.727 + 0.1 (1600 + 800)) / 1.1
  interval(bandwidth, 3, 500);
  CHECK(bandwidth.estimate()->kbps() == Approx(518.107));
  interval(bandwidth, 4, 0);
  CHECK(bandwidth.estimate()->kbps() == Approx(605.724));
}

TEST_CASE("A constant rate stays") {
  UsedBandwidth bandwidth;
  for (int i = 0; i < 100; ++i) interval(bandwidth, i, 1000);
  CHECK(bandwidth.estimate()->kbps() == Approx(800));
  interval(bandwidth, 100, 1000);
  CHECK(bandwidth.estimate()->kbps() == Approx(800));
}

TEST_CASE("A step is followed with time constant tau") {
  UsedBandwidth bandwidth;
  for (int i = 0; i < 50; ++i) interval(bandwidth, i, 1000);
  for (int i = 50; i < 55; ++i) interval(bandwidth, i, 2000);
  bandwidth.on_arrival(a0 + 5500ms, bytes(0), 100ms, 500ms);
  CHECK(bandwidth.estimate()->kbps() == Approx(1600 - 800 * 0.3679).margin(40));
}

TEST_CASE("A silence counts as empty intervals, and a long one ends soon") {
  UsedBandwidth bandwidth;
  for (int i = 0; i < 20; ++i) interval(bandwidth, i, 1000);
  bandwidth.on_arrival(a0 + 4s, bytes(1000), 100ms, 500ms);
  CHECK(bandwidth.estimate()->kbps() < 20);
  bandwidth.on_arrival(a0 + 1000h, bytes(1000), 100ms, 500ms);
  CHECK(bandwidth.estimate()->kbps() == Approx(0).margin(1e-6));
  for (int i = 0; i < 50; ++i) {
    for (int k = 0; k < 10; ++k) {
      bandwidth.on_arrival(a0 + 1000h + i * 100ms + k * 10ms, bytes(1000), 100ms, 500ms);
    }
  }
  CHECK(bandwidth.estimate()->kbps() == Approx(800).epsilon(0.01));
  bandwidth.reset();
  CHECK_FALSE(bandwidth.estimate());
}

TEST_CASE("A peer's clock that is set back does not freeze the estimate") {
  UsedBandwidth bandwidth;
  for (int i = 0; i < 50; ++i) interval(bandwidth, i, 1000);
  for (int i = 0; i < 50; ++i) interval(bandwidth, i - 36'000, 2000);
  CHECK(bandwidth.estimate()->kbps() == Approx(1600).epsilon(0.01));
}
