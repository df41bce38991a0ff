#include <catch2/catch.hpp>

#include "sources.h"

namespace evenkeel::test {

// The way there is dead for longer than the circuit breaker takes to open, at a rate at which a report comes every
// 40 ms. The link forgets what was sent into the hole.
TEST_CASE("After 5 s without a path the picture is back within a second") {
  const std::string controller = GENERATE("darc", "ldcc", "arc", "gcc", "nada", "scream", "fixed");
  CAPTURE(controller);
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  FlowConfig config;
  config.controller = controller;
  Flow& flow = simulation.add(config, synthetic());
  simulation.run_until(30s);
  simulation.bottleneck().set_loss(IndependentLoss{1}, simulation.now());
  simulation.run_until(34900ms);
  REQUIRE(flow.sender->circuit_breaker().state() == CircuitBreaker::State::open);
  const auto in_outage = flow.departures.size();
  simulation.run_until(35s);
  CHECK(flow.departures.size() <= in_outage + 2);  // a probe and a report
  simulation.bottleneck().set_loss(NoLoss{}, simulation.now());
  const std::int64_t before = flow.frames_received;
  simulation.run_until(36200ms);  // the next probe, and a round trip
  CHECK(flow.frames_received > before);
  simulation.run_until(46200ms);
  CHECK(flow.frames_received > before + 10 * 25);
}

}  // namespace evenkeel::test
