#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/lab/claims/statistics.h"
#include "sources.h"

namespace evenkeel::test {
TEST_CASE("RMC: the mean rate over 10 s is the computed one to 0.1 % while the queue is not empty", "[rmc]") {
  const double rate = GENERATE(0.3e6, 1e6, 2.5e6, 10e6);
  Simulation simulation = dumbbell(megabits_per_second(100), 50ms, Duration(1s));
  FlowConfig config;
  config.controller = "fixed";
  config.limits.start = bits_per_second(rate);
  config.limits.maximum = megabits_per_second(50);
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(30s);
  const auto queue = column(flow, &Sample::pacer_queue_ms, 5s, 30s);
  REQUIRE(*std::min_element(queue.begin(), queue.end()) > 0);
  for (const Duration from : {5s, 10s, 20s}) {
    const auto mismatch = column(flow, &Sample::rate_mismatch_bps, from, from + 10s);
    CAPTURE(rate, to_seconds(from), mean_of(mismatch));
    CHECK(std::abs(mean_of(mismatch)) < 0.001 * rate + 12000 / 10.0);  // at low rates one packet more or less counts
  }
}

TEST_CASE("The received rate is even from row to row, however its reports fall, and adds up to what was sent") {
  Simulation simulation = dumbbell(megabits_per_second(100), 50ms, Duration(1s));
  FlowConfig config;
  config.controller = "fixed";
  config.limits.start = kilobits_per_second(2500);
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(20s);
  const auto received = column(flow, &Sample::receive_bitrate_bps, 5s, 20s);
  CHECK(deviation_of(received) < 0.06 * mean_of(received));  // by the time between rows alone it is 0.12
  CHECK(mean_of(received) == Approx(mean_of(column(flow, &Sample::send_bitrate_bps, 5s, 20s))).epsilon(0.01));
}

TEST_CASE("RMC after a stall of 500 ms: no burst above the cap, error below 1 % within 1 s", "[rmc]") {
  Simulation simulation = dumbbell(megabits_per_second(100), 50ms, Duration(1s));
  FlowConfig config;
  config.controller = "fixed";
  config.limits.start = kilobits_per_second(2500);
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(10s);
  flow.stalled_until = 10500ms;
  simulation.run_until(20s);

  const auto bits = [&](Duration from, Duration length) {
    const auto sent = std::count_if(flow.departures.begin(), flow.departures.end(),
                                    [&](LocalTime t) { return t >= at(from) && t < at(from + length); });
    return static_cast<double>(sent) * 1000 * 8;  // at most
  };
  CHECK(bits(10010ms, 480ms) == 0);  // it did stall
  // B_max = 50 ms of the rate, and a packet for the rounding, may leave at once.
  CHECK(bits(10500ms, 1ms) <= 0.05 * 2.5e6 + 2 * 8000);
  CHECK(mean_of(column(flow, &Sample::send_bitrate_bps, 11600ms, 12600ms)) == Approx(2.5e6).epsilon(0.01));
}

TEST_CASE("A target does not run away from an encoder that cannot use it", "[ldcc][arc]") {
  const std::string controller = GENERATE("ldcc", "arc");
  Simulation simulation = dumbbell(megabits_per_second(10), 50ms, Duration(300ms));
  FlowConfig config;
  config.controller = controller;
  config.limits.start = kilobits_per_second(500);
  Flow& flow = simulation.add(config, synthetic(kilobits_per_second(800)));
  simulation.run_until(120s);
  const auto targets = column(flow, &Sample::target_bitrate_bps, 60s, 120s);
  const auto rates = column(flow, &Sample::send_bitrate_bps, 60s, 120s);
  CAPTURE(controller, mean_of(targets), mean_of(rates));
  CHECK(mean_of(rates) > 0.75e6);
  CHECK(*std::max_element(targets.begin(), targets.end()) < 1.4e6);
}

TEST_CASE("A video encoder keeps the link as full as a greedy one", "[ldcc]") {
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  FlowConfig config;
  config.max_packet_size = 1200;
  Flow& flow = simulation.add(config, synthetic());
  simulation.run_until(120s);
  CHECK(mean_of(column(flow, &Sample::send_bitrate_bps, 60s, 120s)) > 0.93 * 2.5e6);
  CHECK(simulation.dropped() == 0);
}

TEST_CASE("Without a common clock the estimated delay serves LDCC as well", "[ldcc]") {
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  FlowConfig config;
  config.delay_kind = DelayKind::estimated;
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(120s);
  CHECK(flow.samples.back().one_way_delay_kind == DelayKind::estimated);
  CHECK(mean_of(column(flow, &Sample::send_bitrate_bps, 60s, 120s)) > 0.98 * 2.5e6);
  CHECK(mean_of(column(flow, &Sample::one_way_delay_ms, 60s, 120s)) == Approx(113.0).margin(2));
}

}  // namespace evenkeel::test
