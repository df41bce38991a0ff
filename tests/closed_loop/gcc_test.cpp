#include <algorithm>
#include <catch2/catch.hpp>

#include "app/lab/claims/statistics.h"
#include "core/parameters/parameter_list.h"
#include "sources.h"

namespace evenkeel::test {
namespace {

constexpr DataRate capacity = kilobits_per_second(2500);

RateLimits from_300() {
  RateLimits limits;
  limits.start = kilobits_per_second(300);
  return limits;
}

/// A flow of Gcc, or of Gcc2016.
Flow& add(Simulation& simulation, int form, std::unique_ptr<FrameSource> source, Duration begin = {}) {
  FlowConfig config;
  config.controller = form == 0 ? "gcc" : "gcc-2016";
  config.limits = from_300();
  config.begin = begin;
  return simulation.add(config, std::move(source));
}

double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double rate_of(const Flow& flow, Duration from, Duration to) {
  return mean_of(column(flow, &Sample::receive_bitrate_bps, from, to));
}

/// When what arrives first stays above the rate for a second, in s.
double time_to_reach(const Flow& flow, DataRate rate) {
  int above = 0;
  for (const Sample& s : flow.samples) {
    above = s.receive_bitrate_bps && *s.receive_bitrate_bps > rate.bps() ? above + 1 : 0;
    if (above == 10) return to_seconds(s.time) - 0.9;
  }
  return 1e9;
}

}  // namespace

TEST_CASE("GCC alone uses the link and bounds its queue", "[gcc]") {
  const int form = GENERATE(0, 1);
  Simulation simulation = dumbbell(capacity, 50ms, Duration(300ms));
  Flow& flow = add(simulation, form, greedy());
  simulation.run_until(180s);
  const auto queues = column(flow, &Sample::link_queue_ms, 60s, 180s);
  CAPTURE(form, rate_of(flow, 60s, 180s), mean_of(queues), percentile(queues, 0.95), simulation.dropped());
  CHECK(rate_of(flow, 60s, 180s) > 0.85 * capacity.bps());
  CHECK(percentile(queues, 0.5) < 60);
  CHECK(percentile(queues, 0.95) < 150);
}

TEST_CASE("GCC follows a video source that cannot fill its probes", "[gcc]") {
  const int form = GENERATE(0, 1);
  Simulation simulation = dumbbell(capacity, 50ms, Duration(300ms));
  Flow& flow = add(simulation, form, synthetic());
  simulation.run_until(180s);
  const auto queues = column(flow, &Sample::link_queue_ms, 60s, 180s);
  CAPTURE(form, rate_of(flow, 60s, 180s), mean_of(queues), percentile(queues, 0.95), simulation.dropped());
  CHECK(rate_of(flow, 60s, 180s) > 0.7 * capacity.bps());
  CHECK(percentile(queues, 0.95) < 150);
}

TEST_CASE("GCC's probes find 80 % of the link within seconds, where 8 % per second need half a minute", "[gcc]") {
  const bool probing = GENERATE(true, false);
  Simulation simulation = dumbbell(capacity, 50ms, Duration(300ms));
  Flow& flow = add(simulation, 0, greedy());
  if (!probing) REQUIRE(set_parameter(flow.sender->controller(), "probing", "0").empty());
  simulation.run_until(60s);
  const double time = time_to_reach(flow, 0.8 * capacity);
  CAPTURE(probing, time);
  if (probing) CHECK(time < 3);
  if (!probing) CHECK(time > 15);
  if (!probing) CHECK(time < 35);
}

// With a greedy source, which sends at the pacing rate and so at 1.1 times the target, the queue stays full at a loss
// that the loss part holds at (2 to 10 %), a constant delay shows no slope, and the circuit breaker ends it.
TEST_CASE("GCC goes down with the capacity within seconds, and up again", "[gcc]") {
  const int form = GENERATE(0, 1);
  Simulation simulation = dumbbell(capacity, 50ms, Duration(300ms));
  Flow& flow = add(simulation, form, synthetic());
  simulation.run_until(60s);
  simulation.bottleneck().set_capacity(Capacity::constant(megabits_per_second(1)), simulation.now());
  simulation.run_until(100s);
  simulation.bottleneck().set_capacity(Capacity::constant(capacity), simulation.now());
  simulation.run_until(150s);
  const auto after = column(flow, &Sample::link_queue_ms, 65s, 100s);
  const double soon = mean_of(column(flow, &Sample::target_bitrate_bps, 62s, 64s));
  CAPTURE(form, soon, mean_of(after), percentile(after, 0.95), rate_of(flow, 65s, 100s), rate_of(flow, 130s, 150s));
  CHECK(soon < 1.05e6);
  CHECK(percentile(after, 0.95) < 100);
  CHECK(rate_of(flow, 65s, 100s) > 0.55e6);
  CHECK(rate_of(flow, 130s, 150s) > 0.6 * capacity.bps());
}

TEST_CASE("GCC shares the link between two flows", "[gcc]") {
  const int form = GENERATE(0, 1);
  Simulation simulation = dumbbell(capacity, 50ms, Duration(300ms));
  Flow& first = add(simulation, form, greedy());
  Flow& second = add(simulation, form, greedy(10s), 10s);
  simulation.run_until(300s);
  const double a = rate_of(first, 150s, 300s);
  const double b = rate_of(second, 150s, 300s);
  CAPTURE(form, a, b);
  CHECK(a + b > 0.8 * capacity.bps());
  CHECK((a + b) * (a + b) / (2 * (a * a + b * b)) > 0.9);  // Jain's index
}

TEST_CASE("GCC does not collapse at 1 % of random loss", "[gcc]") {
  const int form = GENERATE(0, 1);
  LinkConfig lossy = constant_link(capacity, 50ms, Duration(300ms));
  lossy.loss = IndependentLoss{0.01};
  Simulation simulation(lossy, constant_link(DataRate::unlimited(), 50ms, Duration(1s)));
  Flow& flow = add(simulation, form, greedy());
  simulation.run_until(180s);
  CAPTURE(form, rate_of(flow, 60s, 180s));
  CHECK(rate_of(flow, 60s, 180s) > 0.75 * capacity.bps());
}

}  // namespace evenkeel::test
