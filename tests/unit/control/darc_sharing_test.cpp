#include "core/control/darc/bottleneck_rate.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Estimates {
  darc::Sharing sharing;
  LocalTime now = t0;
  void run(Duration length, bool with_less) {
    for (const LocalTime end = now + length; now < end;) {
      now += 50ms;
      sharing.on_estimate(with_less, now);
    }
  }
};

}  // namespace

TEST_CASE("DARC believes in others of its kind after 0.8 s with less, and for 10 s after the last time") {
  Estimates e;
  e.run(1s, false);
  e.run(800ms, true);
  CHECK_FALSE(e.sharing.active(e.now));
  e.run(50ms, true);
  CHECK(e.sharing.active(e.now));
  const LocalTime last = e.now;
  CHECK(e.sharing.active(last + 10s - 1ns));
  CHECK_FALSE(e.sharing.active(last + 10s));
}

TEST_CASE("DARC counts the time without others by half") {
  // Per second: +0.5 and -0.25 s where half of the time is with less; -0.05 s where it is less than a third.
  Estimates often;
  for (int i = 0; i < 20; ++i) {
    often.run(200ms, true);
    often.run(200ms, false);
  }
  CHECK(often.sharing.active(often.now));
  Estimates seldom;
  for (int i = 0; i < 20; ++i) {
    seldom.run(200ms, true);
    seldom.run(500ms, false);
  }
  CHECK_FALSE(seldom.sharing.active(seldom.now));
}

TEST_CASE("A gap between estimates counts as a quarter of a second at most") {
  darc::Sharing sharing;
  sharing.on_estimate(true, t0);
  for (int i = 1; i <= 2; ++i) sharing.on_estimate(true, t0 + i * 60s);
  CHECK_FALSE(sharing.active(t0 + 120s));
  sharing.on_estimate(true, t0 + 180s);
  CHECK(sharing.active(t0 + 180s));
}
