#include <catch2/catch.hpp>

#include "core/control/darc/darc.h"
#include "core/theory/predictions.h"
#include "tests/unit/control/packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Catch::Contains;

TEST_CASE("DARC tells its mode from the start, and what it believes from the first reports on") {
  Darc darc;
  PacketFeed feed(darc);
  darc.start({kilobits_per_second(1000), kilobits_per_second(50), megabits_per_second(8)}, 1, t0);
  CHECK(darc.state().mode == ControllerMode::start);
  CHECK_FALSE(darc.state().capacity);
  CHECK_FALSE(darc.state().target_queue);
  CHECK_FALSE(darc.state().predicted_queue);
  CHECK_FALSE(delay_prediction(darc, {}).equilibrium);
  feed.run(400);
  const ControllerState state = darc.state();
  CHECK(state.capacity == darc.capacity());
  REQUIRE(state.target_queue);
  CHECK(*state.target_queue == darc.target_queue());
  REQUIRE(state.predicted_queue);
  CHECK(*state.predicted_queue >= Duration::zero());
}

TEST_CASE("DARC's theory is of the given path, not of a call") {
  const Darc darc;
  const auto unknown = predictions(darc, {});
  REQUIRE(unknown.size() == 1);
  CHECK_THAT(unknown[0].meaning, Contains("awaits"));
  PathConditions path;
  path.rate = kilobits_per_second(2500);
  CHECK(predictions(darc, path)[0].value == "8.78 ms");  // 3.5 + 13.2 / 2.5
  CHECK_THAT(predictions(darc, path)[1].meaning, Contains("awaits"));
  path.propagation_delay = 50ms;
  CHECK(predictions(darc, path)[1].value == "58.8 ms");
}

TEST_CASE("Of a running call DARC's theory has the target and the equilibrium that the plots have") {
  PathConditions path;
  path.rate = kilobits_per_second(2500);
  path.propagation_delay = 50ms;
  path.target_queue = 12'100us;
  CHECK(predictions(Darc(), path)[0].value == "12.1 ms");
  CHECK_THAT(predictions(Darc(), path)[0].meaning, Contains("8.78 ms for 2.5 Mbps, the rest for jitter"));
  CHECK(predictions(Darc(), path)[1].value == "62.1 ms");
  path.equilibrium = 61'900us;
  CHECK(predictions(Darc(), path)[1].value == "61.9 ms");
}

TEST_CASE("Of a call that sends less than the link carries DARC's theory does not call the shorter target a sum") {
  PathConditions path;
  path.rate = kilobits_per_second(16);  // the camera is off
  path.target_queue = 16ms;
  const Prediction target = predictions(Darc(), path)[0];
  CHECK(target.value == "16 ms");
  CHECK_THAT(target.meaning, Contains("at the rate that it believes the link has; at 16 kbps it would be 828 ms"));
  CHECK_THAT(target.meaning, !Contains("the rest"));
  path.target_queue = Darc().parameters().q0 + Darc().parameters().a / *path.rate;
  CHECK_THAT(predictions(Darc(), path)[0].meaning, Contains("828 ms for 16 kbps, the rest for jitter"));
}
