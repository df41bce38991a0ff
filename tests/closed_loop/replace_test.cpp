#include <algorithm>
#include <catch2/catch.hpp>

#include "app/lab/claims/statistics.h"
#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/theory/ldcc_theory.h"
#include "sources.h"

namespace evenkeel::test {
namespace {

double mean_delay(const Flow& flow, Duration from, Duration to) {
  return mean_of(column(flow, &Sample::one_way_delay_ms, from, to));
}

double mean_rate(const Flow& flow, Duration from, Duration to) {
  return mean_of(column(flow, &Sample::send_bitrate_bps, from, to));
}

}  // namespace

TEST_CASE("ldcc, arc, ldcc during a call: each one's equilibrium, nothing lost", "[ldcc][arc]") {
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  FlowConfig config;
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(60s);
  flow.sender->set_controller(make_controller("arc"), simulation.now());
  simulation.run_until(160s);
  flow.sender->set_controller(make_controller("ldcc"), simulation.now());
  simulation.run_until(220s);

  const double ldcc = to_milliseconds(*ldcc_equilibrium_delay({}, kilobits_per_second(2500), 50ms));
  const double arc = 50 + 11.79 * 12000 / 2500;  // qthresh, and what eq. 1 lags behind eq. 3: arc_theory.h
  CAPTURE(mean_delay(flow, 40s, 60s), mean_delay(flow, 120s, 160s), mean_delay(flow, 200s, 220s), ldcc, arc);
  CHECK(mean_delay(flow, 40s, 60s) == Approx(ldcc).margin(2));
  CHECK(mean_delay(flow, 120s, 160s) == Approx(arc).margin(4));
  CHECK(mean_delay(flow, 200s, 220s) == Approx(ldcc).margin(2));
  for (const Duration from : {40s, 120s, 200s}) CHECK(mean_rate(flow, from, from + 20s) > 0.98 * 2.5e6);
  // No jump at the changes: the rate in force is the start.
  for (const Duration change : {60s, 160s}) {
    const auto targets = column(flow, &Sample::target_bitrate_bps, change - 1s, change + 2s);
    const auto [minimum, maximum] = std::minmax_element(targets.begin(), targets.end());
    CHECK(*minimum > 0.85 * 2.5e6);
    CHECK(*maximum < 1.15 * 2.5e6);
  }
  CHECK(simulation.dropped() == 0);
}

TEST_CASE("A new controller does not overshoot on a long path", "[ldcc][arc]") {
  const std::string from = GENERATE("fixed", "ldcc", "arc");
  const std::string to = GENERATE("ldcc", "arc");
  Simulation simulation = dumbbell(megabits_per_second(5), 250ms, Duration(1s));
  FlowConfig config;
  config.controller = from;
  config.limits.start = megabits_per_second(2);
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(10s);
  const double before = *flow.samples.back().target_bitrate_bps;
  flow.sender->set_controller(make_controller(to), simulation.now());
  simulation.run_until(12s);
  const auto targets = column(flow, &Sample::target_bitrate_bps, 10s, 12s);
  const auto [minimum, maximum] = std::minmax_element(targets.begin(), targets.end());
  CAPTURE(from, to, before, *minimum, *maximum);
  CHECK(*minimum > 0.93 * before);
  CHECK(*maximum < 1.05 * before);
}

TEST_CASE("The columns of theory agree with what the call does", "[ldcc][arc]") {
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  FlowConfig config;
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(60s);
  const double predicted = mean_of(column(flow, &Sample::predicted_delay_ms, 40s, 60s));
  CHECK(predicted == Approx(mean_delay(flow, 40s, 60s)).margin(1.5));
  CHECK(mean_of(column(flow, &Sample::propagation_delay_ms, 40s, 60s)) == Approx(50).margin(5));
  CHECK(mean_of(column(flow, &Sample::law_term_1, 40s, 60s)) == Approx(0.008).epsilon(0.02));
  CHECK(mean_of(column(flow, &Sample::law_term_2, 40s, 60s)) == Approx(0.008).epsilon(0.1));
  flow.sender->set_controller(make_controller("arc"), simulation.now());
  simulation.run_until(160s);
  CHECK(mean_of(column(flow, &Sample::predicted_delay_ms, 120s, 160s)) ==
        Approx(mean_delay(flow, 120s, 160s)).margin(4));
}

TEST_CASE("rmc, rfc3448, rmc during a call: every packet arrives once, in order", "[rmc]") {
  const std::string other = GENERATE("rfc3448", "rfc3448-burst", "rfc3448-nominal");
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(300ms));
  FlowConfig config;
  config.end = 60s;
  Flow& flow = simulation.add(config, synthetic());
  for (int i = 1; i <= 20; ++i) {
    simulation.run_until(i * 1700ms);
    flow.sender->set_pacer(make_pacer(i % 2 == 1 ? other : "rmc"), simulation.now());
  }
  simulation.run_until(61s);
  const SendHistory& history = flow.sender->path().history();
  CHECK(history.packets_lost() == 0);
  CHECK(history.packets_late() == 0);
  CHECK(flow.arrived.size() == static_cast<std::size_t>(history.packets_sent()));
  const auto gap = std::adjacent_find(flow.arrived.begin(), flow.arrived.end(),
                                      [](auto a, auto b) { return b != static_cast<std::uint16_t>(a + 1); });
  CHECK(gap == flow.arrived.end());
  CHECK(mean_rate(flow, 45s, 60s) > 0.9 * 2.5e6);
  CHECK(simulation.dropped() == 0);
}

}  // namespace evenkeel::test
