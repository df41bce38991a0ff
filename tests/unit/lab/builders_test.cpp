#include "app/lab/scenarios/builders.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using namespace evenkeel::lab;

TEST_CASE("lab: a dumbbell has one hop, the same in both directions") {
  const NetworkPlan network = dumbbell(megabits_per_second(2), 25ms, drop_tail(PacketCount{30}));
  REQUIRE(network.hops.size() == 1);
  for (const LinkPlan* link : {&network.hops[0].forward, &network.hops[0].backward}) {
    CHECK(link->rate == megabits_per_second(2));
    CHECK(link->delay == 25ms);
    CHECK(std::get<PacketCount>(link->queue.limit).packets == 30);
  }
  CHECK(parking_lot(megabits_per_second(2), 25ms, drop_tail(50ms)).hops.size() == 2);
}

TEST_CASE("lab: flows of one seed begin at the same times, of another seed at others") {
  const std::vector<FlowPlan> flows{active(media_flow("a", "ldcc"), 2s), cbr_flow("b", megabits_per_second(1)),
                                    active(media_flow("c", "ldcc"), 1s, 9s)};
  const auto once = staggered(flows, 1);
  const auto again = staggered(flows, 1);
  const auto other = staggered(flows, 2);
  const std::vector<Duration> begins{2s, 0s, 1s};
  for (std::size_t i = 0; i < flows.size(); ++i) {
    REQUIRE(once[i].active.size() == 1);
    CHECK(once[i].active[0].from == again[i].active[0].from);
    CHECK(once[i].active[0].from != other[i].active[0].from);
    CHECK(once[i].active[0].from >= begins[i]);
    CHECK(once[i].active[0].from < begins[i] + 20ms);
  }
  CHECK(once[2].active[0].to == 9s);
  CHECK(once[0].active[0].from - 2s != once[1].active[0].from);
}

TEST_CASE("lab: builders set special properties on plain flows") {
  FlowPlan flow = with_access(routed(media_flow("a", "nada"), 0, 2), 17ms);
  media_of(flow).delay_kind = DelayKind::estimated;
  CHECK(std::get<MediaPlan>(flow.traffic).controller == "nada");
  CHECK(flow.to == 2);
  CHECK(flow.access_delay == 17ms);
  CHECK(std::get<MediaPlan>(flow.traffic).delay_kind == DelayKind::estimated);
  CHECK_FALSE(not_quick(network_run("r", 10s, {}, {flow})).quick);
}
