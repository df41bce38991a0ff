#include "core/control/darc/outage.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr Duration timeout = 300ms;

}  // namespace

TEST_CASE("DARC's outage begins with a timeout while packets go out and ends with a report that has packets") {
  darc::Outage outage;
  CHECK_FALSE(outage.next_tick());
  outage.on_sent(t0, timeout);
  outage.on_sent(t0 + 10ms, timeout);
  REQUIRE(outage.next_tick() == t0 + timeout);
  CHECK_FALSE(outage.on_tick(t0 + timeout - 1ns, timeout));
  CHECK_FALSE(outage.silent());
  CHECK(outage.on_tick(t0 + timeout, timeout));
  CHECK(outage.silent());
  outage.on_report(false, 0ms, megabits_per_second(1), t0 + 400ms, 50ms);
  CHECK(outage.silent());
  outage.on_report(true, 0ms, megabits_per_second(1), t0 + 400ms, 50ms);
  CHECK_FALSE(outage.silent());
  CHECK(outage.unsettled(t0 + 10ms));  // of what went out in the silence
  CHECK_FALSE(outage.unsettled(t0 + 400ms));
}

TEST_CASE("DARC takes a delay that jumps by more than four packets and 70 ms for a link that stood still") {
  // 4 x 1228 bytes are 39.296 ms at 1 Mbit/s.
  darc::Outage outage;
  outage.on_report(true, 109ms, megabits_per_second(1), t0 + 400ms, 50ms);
  CHECK_FALSE(outage.jumped());
  outage.on_report(true, 110ms, megabits_per_second(1), t0 + 400ms, 50ms);
  CHECK(outage.jumped());
  outage.on_report(true, 110ms, kilobits_per_second(500), t0 + 400ms, 50ms);
  CHECK_FALSE(outage.jumped());
}

TEST_CASE("DARC waits longer for reports that are rare, by their distance and a round trip") {
  darc::Outage outage;
  for (int i = 0; i < 10; ++i) outage.on_report(true, 0ms, megabits_per_second(1), t0 + i * 450ms, 40ms);
  const LocalTime last = t0 + 9 * 450ms;
  outage.on_sent(last, timeout);
  CHECK(outage.next_tick() == last + 490ms);
  CHECK_FALSE(outage.on_tick(last + 450ms, timeout));
  CHECK(outage.on_tick(last + 490ms, timeout));
}
