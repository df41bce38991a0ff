#include "app/call/capacity_steps.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

Capacity schedule() {
  return Capacity::schedule({{0s, megabits_per_second(2.5)},
                             {10s, megabits_per_second(1)},
                             {20s, megabits_per_second(1)},
                             {30s, DataRate()},
                             {40s, DataRate::unlimited()}});
}

}  // namespace

TEST_CASE("Steps of a schedule are reported once each, when they come, with the time at which they were due") {
  CapacitySteps steps;
  CHECK_FALSE(steps.poll(t0));
  steps.follow(schedule(), t0);
  CHECK_FALSE(steps.poll(t0 + 9s));
  const auto first = steps.poll(t0 + 10s + 40ms);
  REQUIRE(first);
  CHECK(first->at == t0 + 10s);
  CHECK(first->text == "capacity 2.5Mbps to 1Mbps");
  CHECK_FALSE(steps.poll(t0 + 29s));  // another step with the same rate is no change
  const auto late = steps.poll(t0 + 60s);
  REQUIRE(late);
  CHECK(late->at == t0 + 30s);
  CHECK(late->text == "capacity 1Mbps to 0bps");
  CHECK(steps.poll(t0 + 60s)->at == t0 + 40s);
  CHECK_FALSE(steps.poll(t0 + 1h));
}

TEST_CASE("Another capacity takes the place of a schedule, and its steps count from when it began") {
  CapacitySteps steps;
  steps.follow(schedule(), t0);
  steps.follow(Capacity::constant(megabits_per_second(3)), t0 + 5s);
  CHECK_FALSE(steps.poll(t0 + 1h));
  steps.follow(schedule(), t0 + 100s);
  CHECK_FALSE(steps.poll(t0 + 109s));
  CHECK(steps.poll(t0 + 110s)->at == t0 + 110s);
}

TEST_CASE("A schedule that begins late has its first rate from the beginning, and a trace has no steps") {
  CapacitySteps steps;
  steps.follow(Capacity::schedule({{5s, megabits_per_second(1)}, {6s, megabits_per_second(2)}}), t0);
  CHECK(steps.poll(t0 + 1h)->at == t0 + 6s);
  steps.follow(Capacity::trace(std::get<MahimahiTrace>(parse_mahimahi("10\n20\n"))), t0);
  CHECK_FALSE(steps.poll(t0 + 1h));
}
