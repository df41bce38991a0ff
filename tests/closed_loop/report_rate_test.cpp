#include <catch2/catch.hpp>
#include <numeric>

#include "sources.h"

namespace evenkeel::test {

// This end reports on 8 Mbit/s while its own way out is narrow for half a minute: what the reports take must not look
// like a source that does not use its rate.
TEST_CASE("A rate that fell to little more than reports take grows back") {
  const std::string controller = GENERATE("darc", "ldcc", "arc", "gcc", "nada", "scream", "tfrc");
  CAPTURE(controller);
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  FlowConfig config;
  config.controller = controller;
  Flow& flow = simulation.add(config, greedy());
  flow.sender->transport().set_report_rate(kilobits_per_second(60), simulation.now());
  simulation.run_until(30s);
  simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(150)), simulation.now());
  simulation.run_until(60s);
  simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(2500)), simulation.now());
  simulation.run_until(260s);
  const auto rates = column(flow, &Sample::send_bitrate_bps, 240s, 260s);
  REQUIRE_FALSE(rates.empty());
  CHECK(std::accumulate(rates.begin(), rates.end(), 0.0) / static_cast<double>(rates.size()) > 1e6);
}

}  // namespace evenkeel::test
