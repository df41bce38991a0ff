#include "core/control/application_limit.h"

#include <catch2/catch.hpp>

#include "core/control/ldcc.h"
#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr DataRate mbit = megabits_per_second(1);

}  // namespace

TEST_CASE("Growth stops at what the application uses over 0.85") {
  ApplicationLimit limit;
  CHECK(limit.apply(mbit, 2 * mbit) == 2 * mbit);  // nothing known
  limit.on_window(0.5 * mbit, 100ms);
  CHECK(limit.apply(mbit, 2 * mbit) == mbit);
  CHECK(limit.apply(mbit, 0.9 * mbit) == 0.9 * mbit);
  limit.reset();
  limit.on_window(0.9 * mbit, 100ms);
  CHECK(limit.apply(mbit, 1.02 * mbit) == 1.02 * mbit);
  CHECK(limit.apply(mbit, 2 * mbit).bps() == Approx(0.9e6 / 0.85));
}

TEST_CASE("The rate is averaged over a second") {
  ApplicationLimit limit;
  limit.on_window(mbit, 100ms);
  for (int i = 0; i < 10; ++i) limit.on_window(DataRate(), 100ms);
  CHECK(limit.apply(DataRate(), 9 * mbit).kbps() == Approx(1000 * 0.3679 / 0.85).margin(1));
}

TEST_CASE("LDCC's target waits for an encoder that sends half of it, still falls, and recovers") {
  Ldcc ldcc;
  RateLimits limits;
  limits.start = mbit;
  ldcc.start(limits, t0);
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
