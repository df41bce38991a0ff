#include <catch2/catch.hpp>

#include "sources.h"

namespace evenkeel::test {
namespace {

std::vector<LocalTime> departures(std::uint64_t seed) {
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  FlowConfig config;
  config.controller = "darc";
  config.seed = seed;
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(20s);
  return flow.departures;
}

/// It sends at most at half the rate, and the encoder is to go on.
bool drains(const Flow& flow) {
  const RateUpdate& update = flow.sender->transport().update();
  return update.pacing < 0.7 * update.target;
}

}  // namespace

TEST_CASE("A darc flow is reproduced by its seed, and another seed gives another", "[darc]") {
  const auto first = departures(1);
  CHECK(departures(1) == first);
  CHECK(departures(2) != first);
}

TEST_CASE("Two darc flows that begin together do not drain together", "[darc]") {
  Simulation simulation = dumbbell(megabits_per_second(5), 50ms, Duration(300ms));
  FlowConfig config;
  config.controller = "darc";
  const Flow& a = simulation.add(config, greedy());
  const Flow& b = simulation.add(config, greedy());
  int of_a = 0;
  int of_both = 0;
  for (Duration t = 10ms; t < 120s; t += 10ms) {
    simulation.run_until(t);
    of_a += drains(a) ? 1 : 0;
    of_both += drains(a) && drains(b) ? 1 : 0;
  }
  CAPTURE(of_a, of_both);
  REQUIRE(of_a > 50);
  CHECK(of_both < of_a / 4);
}

}  // namespace evenkeel::test
