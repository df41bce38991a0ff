#include "core/control/application_limit.h"

#include <catch2/catch.hpp>

#include "core/control/ldcc.h"
#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr DataRate mbit = megabits_per_second(1);

}  // namespace

TEST_CASE("Growth stops where less than 0.85 of the target is used") {
  ApplicationLimit limit;
  CHECK(limit.apply(mbit, 2 * mbit) == 2 * mbit);  // nothing known
  limit.on_window(0.84 * mbit, mbit, 100ms);
  CHECK(limit.apply(mbit, 2 * mbit) == mbit);
  CHECK(limit.apply(mbit, 0.9 * mbit) == 0.9 * mbit);
  limit.reset();
  limit.on_window(0.86 * mbit, mbit, 100ms);
  CHECK(limit.apply(mbit, 2 * mbit) == 2 * mbit);
}

TEST_CASE("What is used is averaged over a second, and so is the target") {
  ApplicationLimit limit;
  limit.on_window(mbit, mbit, 100ms);
  limit.on_window(DataRate(), mbit, 100ms);  // 0.905 of it
  CHECK(limit.apply(mbit, 2 * mbit) == 2 * mbit);
  limit.on_window(DataRate(), mbit, 100ms);  // 0.819
  CHECK(limit.apply(mbit, 2 * mbit) == mbit);
}

TEST_CASE("A target that grows fast is not held back by what was sent before it grew") {
  ApplicationLimit limit;
  DataRate target = kilobits_per_second(150);
  for (int i = 0; i < 100; ++i) {  // 8 kbit/s per round trip of 50 ms, as LDCC climbs
    const DataRate sent = target - kilobits_per_second(8);
    limit.on_window(sent, target, 50ms);
    const DataRate wanted = target + kilobits_per_second(8);
    REQUIRE(limit.apply(target, wanted) == wanted);
    target = wanted;
  }
}

TEST_CASE("LDCC's target waits for an encoder that sends half of it, still falls, and recovers") {
  Ldcc ldcc;
  RateLimits limits;
  limits.start = mbit;
  ldcc.start(limits, 1, t0);
  PacketFeed feed(ldcc);
  feed.size = bytes(625);
  feed.run(1000);
  CHECK(feed.target <= mbit);
  feed.one_way_delay = 400ms;
  feed.round_trip_time = 425ms;
  feed.run(1000);
  CHECK(feed.target < 0.95 * mbit);
  feed.one_way_delay = 50ms;
  feed.round_trip_time = 100ms;
  const DataRate before = feed.target;
  feed.size = bytes(1250);
  feed.run(1000);
  CHECK(feed.target > before + kilobits_per_second(300));
}
