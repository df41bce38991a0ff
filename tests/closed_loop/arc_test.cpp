#include <algorithm>
#include <catch2/catch.hpp>

#include "app/lab/claims/statistics.h"
#include "core/parameters/parameter_list.h"
#include "sources.h"

namespace evenkeel::test {

TEST_CASE("ARC ramps by one packet per alpha through eq. 1, whatever the round trip", "[arc]") {
  const int delay = GENERATE(25, 125);
  Simulation simulation = dumbbell(megabits_per_second(10), std::chrono::milliseconds(delay), Duration(1s));
  FlowConfig config;
  config.controller = "arc";
  config.limits = paper_limits();
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(60s);
  const auto targets = column(flow, &Sample::target_bitrate_bps, 20s, 60s);
  const double slope = (targets.back() - targets.front()) / (static_cast<double>(targets.size() - 1) * 0.1);
  const double rtt = 2 * delay / 1000.0;
  CHECK(slope == Approx(0.5 / (1 + 0.5 * rtt) / 0.3 * 12000).epsilon(0.05));  // 1.48 packets/s^2 at 250 ms
}

TEST_CASE("ARC fills the link and holds its queue near qthresh without oscillation", "[arc]") {
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  FlowConfig config;
  config.controller = "arc";
  config.limits.start = megabits_per_second(1);
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(300s);
  const auto targets = column(flow, &Sample::target_bitrate_bps, 150s, 300s);
  const auto rates = column(flow, &Sample::send_bitrate_bps, 150s, 300s);
  const auto queues = column(flow, &Sample::link_queue_ms, 150s, 300s);
  CAPTURE(mean_of(queues), *std::max_element(queues.begin(), queues.end()), deviation_of(targets));
  CHECK(mean_of(rates) > 0.98 * 2.5e6);
  CHECK(deviation_of(targets) < 0.02 * mean_of(targets));
  // The window is held once q reaches 10 packets (48 ms here), but the rate goes on approaching it with the time
  // constant 1/(2k) of eq. 1: the queue ends about 1.7 packets above.
  CHECK(mean_of(queues) < 48 * 1.25);
  CHECK(mean_of(queues) > 48 * 0.8);
  CHECK(simulation.dropped() == 0);
}

TEST_CASE("ARC after a loss goes to the measured rate and drains (eq. 2)", "[arc]") {
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, bytes(94'000));
  FlowConfig config;
  config.controller = "arc";
  config.limits.start = kilobits_per_second(2500);
  Flow& flow = simulation.add(config, greedy());
  // With the paper's threshold of 10 packets (120 ms at 1 Mbit/s) eq. 3 fills the queue while eq. 2 drains it.
  REQUIRE(set_parameter(flow.sender->controller(), "qthresh", "1").empty());
  simulation.run_until(60s);
  simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(1000)), simulation.now());
  simulation.run_until(80s);
  REQUIRE(simulation.dropped() > 0);
  // The queue that the drop filled, 94 kB or 750 ms, drains, and the rate goes to 1 Mbit/s.
  const auto queues = column(flow, &Sample::link_queue_ms, 60s, 66s);
  const auto rates = column(flow, &Sample::send_bitrate_bps, 66s, 80s);
  CAPTURE(*std::min_element(queues.begin(), queues.end()), mean_of(rates));
  CHECK(*std::max_element(queues.begin(), queues.end()) > 700);
  CHECK(*std::min_element(queues.begin(), queues.end()) < 15);
  CHECK(mean_of(rates) == Approx(1e6).epsilon(0.03));
}

}  // namespace evenkeel::test
