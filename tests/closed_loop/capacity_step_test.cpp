#include <algorithm>
#include <catch2/catch.hpp>

#include "app/lab/claims/statistics.h"
#include "core/parameters/parameter_list.h"
#include "core/theory/ldcc_theory.h"
#include "sources.h"

// Capacity 2.5 - 1 - 2.5 Mbit/s at 40 s and 80 s over 50 ms each way.
//
// With the paper's T_r of 100 ms the equilibrium at 1 Mbit/s is e* = 137.5 ms (eq. 19): 87.5 ms of queue. A queue below
// 80 ms after the drop is therefore asked of T_r = 80 ms (62.5 ms), and eq. 19 of both.

namespace evenkeel::test {

TEST_CASE("LDCC after a drop of the capacity: the queue goes to its equilibrium within 4 s and stays", "[ldcc]") {
  const int t_r = GENERATE(100, 80);
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  FlowConfig config;
  config.max_packet_size = 1200;
  Flow& flow = simulation.add(config, greedy());
  REQUIRE(set_parameter(flow.sender->controller(), "T_r", std::to_string(t_r) + "ms").empty());
  simulation.run_until(40s);
  simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(1000)), simulation.now());
  simulation.run_until(80s);
  simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(2500)), simulation.now());
  simulation.run_until(120s);

  LdccParameters parameters;
  parameters.t_r = std::chrono::milliseconds(t_r);
  const auto oracle = to_milliseconds(*ldcc_equilibrium_delay(parameters, megabits_per_second(1), 50ms)) - 50;
  const auto after = column(flow, &Sample::link_queue_ms, 44s, 80s);
  const auto settled = column(flow, &Sample::link_queue_ms, 60s, 80s);
  CAPTURE(t_r, oracle, *std::max_element(after.begin(), after.end()), mean_of(settled));
  CHECK(*std::max_element(after.begin(), after.end()) < oracle + 15);
  CHECK(mean_of(settled) == Approx(oracle).margin(5));
  CHECK(mean_of(column(flow, &Sample::send_bitrate_bps, 60s, 80s)) > 0.97e6);

  // After the rise 8 kbit/s per round trip, less a little: as the rate climbs, more packets leave per T_s, and the few
  // milliseconds that they wait for each other are a de/dt.
  const double rtt = mean_of(column(flow, &Sample::round_trip_time_ms, 83s, 93s)) / 1000;
  const auto climb = column(flow, &Sample::target_bitrate_bps, 83s, 93s);
  const double slope = (climb.back() - climb.front()) / (static_cast<double>(climb.size() - 1) * 0.1);
  CHECK(rtt < 0.115);
  CHECK(slope * rtt == Approx(8000).epsilon(0.07));
}

}  // namespace evenkeel::test
