#include <catch2/catch.hpp>

#include "app/lab/claims/statistics.h"
#include "core/theory/ldcc_theory.h"
#include "sources.h"

namespace evenkeel::test {
TEST_CASE("LDCC alone settles at the delay of eq. 19 and fills the link", "[ldcc]") {
  const auto [capacity, delay] = GENERATE(table<double, int>({{0.5, 25}, {1.0, 25}, {1.5, 25}, {2.5, 50}, {3.0, 25}}));
  Simulation simulation = dumbbell(megabits_per_second(capacity), std::chrono::milliseconds(delay), Duration(1s));
  FlowConfig config;
  config.limits = paper_limits();
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(120s);

  const auto rates = column(flow, &Sample::send_bitrate_bps, 60s, 120s);
  const auto targets = column(flow, &Sample::target_bitrate_bps, 60s, 120s);
  const auto delays = column(flow, &Sample::one_way_delay_ms, 60s, 120s);
  const auto oracle =
      ldcc_equilibrium_delay(LdccParameters(), megabits_per_second(capacity), std::chrono::milliseconds(delay));
  CAPTURE(capacity, delay, mean_of(rates), deviation_of(targets), mean_of(delays), to_milliseconds(*oracle));
  CHECK(mean_of(rates) == Approx(capacity * 1e6).epsilon(0.01));
  CHECK(mean_of(delays) == Approx(to_milliseconds(*oracle)).margin(1));
  CHECK(deviation_of(targets) < 0.05 * mean_of(targets));
  CHECK(simulation.dropped() == 0);
}

TEST_CASE("LDCC climbs 0.4 w per round trip", "[ldcc]") {
  Simulation simulation = dumbbell(megabits_per_second(10), 50ms, Duration(1s));
  FlowConfig config;
  config.limits = paper_limits();
  Flow& flow = simulation.add(config, greedy());
  simulation.run_until(25s);
  const auto targets = column(flow, &Sample::target_bitrate_bps, 5s, 25s);
  const double slope = (targets.back() - targets.front()) / (static_cast<double>(targets.size() - 1) * 0.1);
  CHECK(slope == Approx(8000 / 0.1).epsilon(0.05));  // 8 kbit/s per 100 ms
}

TEST_CASE("LDCC, Fig. 5: three flows share equally, none loses, latecomers included", "[ldcc]") {
  Simulation simulation = dumbbell(megabits_per_second(3.5), 25ms, bytes(130'000));
  simulation.add(ConstantRateFlow{kilobits_per_second(500), bytes(1000), at(0s)});
  FlowConfig config;
  config.limits = paper_limits();
  config.begin = 2s;
  simulation.add(config, greedy(2s));
  config.begin = 4s;
  simulation.add(config, greedy(4s));
  config.begin = 100s;
  config.end = 260s;
  simulation.add(config, greedy(100s));
  simulation.run_until(300s);

  auto& flows = simulation.flows();
  for (std::size_t i = 0; i < 2; ++i) {
    CAPTURE(i);
    CHECK(mean_of(column(*flows[i], &Sample::send_bitrate_bps, 60s, 100s)) == Approx(1.5e6).epsilon(0.02));
    CHECK(mean_of(column(*flows[i], &Sample::one_way_delay_ms, 60s, 100s)) == Approx(119.2).margin(3));
    CHECK(mean_of(column(*flows[i], &Sample::send_bitrate_bps, 280s, 300s)) == Approx(1.5e6).epsilon(0.02));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(i);
    CHECK(mean_of(column(*flows[i], &Sample::send_bitrate_bps, 200s, 260s)) == Approx(1.0e6).epsilon(0.02));
    CHECK(mean_of(column(*flows[i], &Sample::one_way_delay_ms, 200s, 260s)) == Approx(131.25).margin(3));
  }
  CHECK(simulation.dropped() == 0);
}

TEST_CASE("LDCC, Fig. 6: with a short buffer loss sets equal rates", "[ldcc]") {
  Simulation simulation = dumbbell(megabits_per_second(3.5), 25ms, bytes(25'000));
  simulation.add(ConstantRateFlow{kilobits_per_second(500), bytes(1000), at(0s)});
  FlowConfig config;
  config.limits = paper_limits();
  config.begin = 2s;
  Flow& first = simulation.add(config, greedy(2s));
  config.begin = 4s;
  Flow& second = simulation.add(config, greedy(4s));
  config.begin = 100s;
  config.end = 260s;
  Flow& third = simulation.add(config, greedy(100s));
  simulation.run_until(400s);

  CHECK(simulation.dropped() > 100);
  const double a = mean_of(column(first, &Sample::send_bitrate_bps, 300s, 400s));
  const double b = mean_of(column(second, &Sample::send_bitrate_bps, 300s, 400s));
  CAPTURE(a, b, mean_of(column(third, &Sample::send_bitrate_bps, 200s, 260s)));
  CHECK(a + b == Approx(2 * 1.523e6).epsilon(0.03));
  CHECK(a / b == Approx(1).margin(0.25));
  CHECK(mean_of(column(first, &Sample::one_way_delay_ms, 300s, 400s)) == Approx(79.5).margin(4));
}

}  // namespace evenkeel::test
