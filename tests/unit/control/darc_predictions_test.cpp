#include <catch2/catch.hpp>

#include "core/control/darc/darc.h"
#include "core/parameters/prediction.h"
#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Catch::Contains;

TEST_CASE("DARC says in words what it does, before and after the first report") {
  Darc darc;
  PacketFeed feed(darc);
  darc.start({kilobits_per_second(1000), kilobits_per_second(50), megabits_per_second(8)}, t0);
  const auto before = darc.predictions({});
  REQUIRE(before.size() == 2);
  CHECK(before[0].value == "finding the rate");
  CHECK_THAT(before[1].meaning, Contains("awaits"));
  CHECK_FALSE(darc.delay_prediction({}).equilibrium);
  feed.run(400);
  const auto after = darc.predictions({});
  REQUIRE(after.size() == 4);
  CHECK(after[1].name == "target queue");
  CHECK_THAT(after[1].value, Contains("ms"));
  CHECK_THAT(after[2].value, Contains("bps"));
}
