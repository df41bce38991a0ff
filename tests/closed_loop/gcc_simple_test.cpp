#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/lab/claims/statistics.h"
#include "core/theory/ldcc_theory.h"
#include "sources.h"

namespace evenkeel::test {
namespace {

Flow& add_gcc(Simulation& simulation, DataRate start) {
  FlowConfig config;
  config.controller = "gcc-simple";
  config.limits = paper_limits();
  config.limits.start = start;
  return simulation.add(config, greedy());
}

/// How often the values pass their mean upwards.
int cycles(const std::vector<double>& values) {
  const double middle = mean_of(values);
  int count = 0;
  for (std::size_t i = 1; i < values.size(); ++i) count += values[i - 1] < middle && values[i] >= middle ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("gcc-simple swings in rate and delay, below LDCC's and NADA's delays on the average, Figs 13, 14", "[gcc]") {
  const double capacity = GENERATE(0.5, 1.0, 1.5, 2.0);
  Simulation simulation = dumbbell(megabits_per_second(capacity), 25ms, Duration(1s));
  Flow& flow = add_gcc(simulation, kilobits_per_second(500) * capacity);
  simulation.run_until(120s);
  const auto delays = column(flow, &Sample::one_way_delay_ms, 60s, 120s);
  const auto targets = column(flow, &Sample::target_bitrate_bps, 60s, 120s);
  const double minimum = mean_of(column(flow, &Sample::propagation_delay_ms, 60s, 120s));
  const double maximum = *std::max_element(delays.begin(), delays.end());
  const double ldcc = to_milliseconds(*ldcc_equilibrium_delay({}, megabits_per_second(capacity), 25ms));
  CAPTURE(capacity, minimum, mean_of(delays), maximum, cycles(targets), deviation_of(targets) / mean_of(targets),
          mean_of(targets));
  CHECK(mean_of(delays) < ldcc);
  CHECK(mean_of(delays) < 3 / capacity * minimum);  // nada-2013 with R_MAX 3 Mbit/s
  CHECK(maximum - minimum > 2 * (mean_of(delays) - minimum));
  CHECK(maximum - minimum > 4);
  CHECK(cycles(targets) > 10);
  CHECK(deviation_of(targets) > 0.02 * mean_of(targets));
  const auto [lowest, highest] = std::minmax_element(targets.begin(), targets.end());
  CHECK(*lowest < 0.9e6 * capacity);
  CHECK(*highest > 1.0e6 * capacity);
  CHECK(mean_of(targets) > 0.85e6 * capacity);
  CHECK(simulation.dropped() == 0);
}

TEST_CASE("gcc-simple's queue peaks where it predicts", "[gcc]") {
  const Duration delay = GENERATE(Duration(25ms), Duration(100ms));
  Simulation simulation = dumbbell(megabits_per_second(1.5), delay, Duration(1s));
  Flow& flow = add_gcc(simulation, megabits_per_second(1));
  simulation.run_until(90s);
  const auto queues = column(flow, &Sample::queueing_delay_ms, 30s, 90s);
  const double maximum = *std::max_element(queues.begin(), queues.end());
  const double growth = std::log(1.08);
  const double predicted = 1e3 * growth / 2 * std::pow(0.02 / growth + 0.2 + 2 * to_seconds(delay), 2);
  CAPTURE(to_milliseconds(delay), maximum, predicted, mean_of(queues));
  CHECK(maximum == Approx(predicted).epsilon(0.3));
}

}  // namespace evenkeel::test
