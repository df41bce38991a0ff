#include "core/control/darc/route_change.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// So many delays of 100 ms and the rest of 40 above or below it.
darc::RouteChange with_outliers(int low, int high, Duration by = 10ms) {
  darc::RouteChange route;
  for (int i = 0; i < 40; ++i) route.on_delay(i < low ? 100ms - by : i < low + high ? 100ms + by : 100ms);
  return route;
}

bool flat(darc::RouteChange route, Duration spread) {
  route.on_report(true, spread, 0ms, t0);
  return route.on_report(true, spread, 0ms, t0 + 1ns);
}

}  // namespace

TEST_CASE("DARC sees another route where the delay stands still for longer than its patience") {
  auto route = with_outliers(0, 0);
  CHECK_FALSE(route.on_report(true, 5ms, 400ms, t0));
  CHECK_FALSE(route.on_report(true, 5ms, 400ms, t0 + 400ms));
  CHECK(route.on_report(true, 5ms, 400ms, t0 + 400ms + 1ns));
  CHECK(route.on_report(true, 5ms, 400ms, t0 + 1s));
}

TEST_CASE("DARC sees no other route before 40 delays") {
  darc::RouteChange route;
  for (int i = 0; i < 39; ++i) route.on_delay(100ms);
  CHECK_FALSE(flat(route, 5ms));
  route.on_delay(100ms);
  CHECK(flat(route, 5ms));
  route.reset();
  CHECK_FALSE(flat(route, 5ms));
}

TEST_CASE("DARC's delay stands still within less than the spread from the 10th percentile to the 90th") {
  // Of 40 in order of size the one after 4 and the one after 36: 4 below do not count and 3 above.
  CHECK(flat(with_outliers(4, 3), 1ms));
  CHECK_FALSE(flat(with_outliers(5, 0), 10ms));
  CHECK(flat(with_outliers(5, 0), 10ms + 1ns));
  CHECK_FALSE(flat(with_outliers(0, 4), 10ms));
  CHECK(flat(with_outliers(0, 4), 10ms + 1ns));
  CHECK_FALSE(flat(with_outliers(5, 4), 20ms));
  CHECK(flat(with_outliers(5, 4), 20ms + 1ns));
}

TEST_CASE("Patience with DARC's route begins anew when the delay moves or it cannot be") {
  const bool moves = GENERATE(false, true);
  auto route = with_outliers(0, 0);
  CHECK_FALSE(route.on_report(true, 5ms, 400ms, t0));
  if (moves) {
    for (int i = 0; i < 5; ++i) route.on_delay(90ms);
    CHECK_FALSE(route.on_report(true, 5ms, 400ms, t0 + 300ms));
    for (int i = 0; i < 40; ++i) route.on_delay(90ms);
  } else {
    CHECK_FALSE(route.on_report(false, 5ms, 400ms, t0 + 300ms));
  }
  CHECK_FALSE(route.on_report(true, 5ms, 400ms, t0 + 500ms));
  CHECK_FALSE(route.on_report(true, 5ms, 400ms, t0 + 900ms));
  CHECK(route.on_report(true, 5ms, 400ms, t0 + 901ms));
}

TEST_CASE("DARC's route is that of the latest 40 delays") {
  darc::RouteChange route;
  for (int i = 0; i < 100; ++i) route.on_delay(i * 10ms);
  CHECK_FALSE(flat(route, 5ms));
  for (int i = 0; i < 36; ++i) route.on_delay(2s);
  CHECK(flat(route, 5ms));  // four below are left, which do not count
}
