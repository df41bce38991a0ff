// Paths whose propagation delay changes: dips for a moment, routes that become shorter or longer.

#include <catch2/catch.hpp>
#include <cstdio>
#include <functional>

#include "app/lab/claims/statistics.h"
#include "sources.h"

namespace evenkeel::test {
namespace {

constexpr double mbps = 3;

struct Outcome {
  double use = 0;          // % of the link
  double queue = 0;        // of the link, p95, ms
  double false_queue = 0;  // believed less true, mean of the last second, ms
  double propagation = 0;  // as believed at the end, ms
};

struct PathCase {
  std::string controller = "darc";
  DelayKind clocks = DelayKind::true_;
  DelayDips dips{};
  Duration step_at{};  // zero: none
  Duration step_to{};
  std::uint64_t seed = 1;
  Duration dip_at{};    // one, of 30 ms to 12 ms; zero: none
  Duration from = 10s;  // measured
  Duration to = 100s;
};

void dip(Simulation& simulation, Duration when) {
  simulation.run_until(when);
  simulation.bottleneck().set_delay(12ms, simulation.now());
  simulation.run_until(when + 30ms);
  simulation.bottleneck().set_delay(25ms, simulation.now());
}

/// 3 Mbit/s, 25 ms each way, a buffer of 300 ms.
Outcome run(const PathCase& path) {
  LinkConfig link = constant_link(megabits_per_second(mbps), 25ms, Duration(300ms));
  link.dips = path.dips;
  Simulation simulation{link, constant_link(DataRate::unlimited(), 25ms, Duration(1s))};
  FlowConfig config;
  config.controller = path.controller;
  config.max_packet_size = 1200;
  config.delay_kind = path.clocks;
  config.limits.maximum = megabits_per_second(20);
  Flow& flow = simulation.add(config, synthetic(megabits_per_second(100), path.seed));
  if (path.dip_at > Duration::zero()) dip(simulation, path.dip_at);
  if (path.step_at > Duration::zero()) {
    simulation.run_until(path.step_at);
    simulation.bottleneck().set_delay(path.step_to, simulation.now());
  }
  simulation.run_until(path.to);
  Outcome outcome;
  outcome.use = mean_of(column(flow, &Sample::receive_bitrate_bps, path.from, path.to)) / (1e4 * mbps);
  outcome.queue = percentile_of(column(flow, &Sample::link_queue_ms, path.from, path.to), 0.95);
  outcome.propagation = *flow.samples.back().propagation_delay_ms;
  const auto believed = column(flow, &Sample::queueing_delay_ms, path.to - 1s, path.to);
  const auto truth = column(flow, &Sample::link_queue_ms, path.to - 1s, path.to);
  outcome.false_queue = mean_of(believed) - mean_of(truth);
  return outcome;
}

constexpr DelayDips short_dips{15s, 30ms, 12ms};

}  // namespace

TEST_CASE("A delay that dips for 30 ms each 15 s costs DARC nothing", "[darc]") {
  const auto clocks = GENERATE(DelayKind::true_, DelayKind::estimated);
  const auto seed = GENERATE(as<std::uint64_t>(), 1, 2, 3, 4, 5);
  const Outcome outcome = run({.clocks = clocks, .dips = short_dips, .seed = seed});
  CAPTURE(clocks == DelayKind::true_, seed, outcome.use, outcome.queue, outcome.false_queue, outcome.propagation);
  CHECK(outcome.use >= 97);
  CHECK(outcome.use <= 100.5);
  CHECK(outcome.queue < 15);
  CHECK(outcome.queue > 2);
  CHECK(std::abs(outcome.false_queue) < 4);
  CHECK(outcome.propagation == Approx(26.5).margin(2));  // and up to 3.3 ms that a packet takes on the link
}

TEST_CASE("A delay that dips in the first seconds of a call costs DARC nothing", "[darc]") {
  const auto clocks = GENERATE(DelayKind::true_, DelayKind::estimated);
  const Duration when = GENERATE(700ms, 1500ms, 2500ms, 3500ms, 4500ms);
  PathCase path{.clocks = clocks, .from = 5s, .to = 35s};
  const Outcome plain = run(path);
  path.dip_at = when;
  const Outcome dips = run(path);
  CAPTURE(clocks == DelayKind::true_, to_seconds(when), plain.use, dips.use, dips.queue, dips.false_queue);
  CHECK(dips.use >= plain.use - 2);
  CHECK(dips.queue < 15);
}

TEST_CASE("Dips cost no controller more than a twentieth of what it uses without them") {
  const std::string controller = GENERATE("ldcc", "arc", "gcc", "nada", "nada-2013", "scream", "scream-v1", "tfrc");
  const auto clocks = GENERATE(DelayKind::true_, DelayKind::estimated);
  const Outcome plain = run({.controller = controller, .clocks = clocks});
  const Outcome dips = run({.controller = controller, .clocks = clocks, .dips = short_dips});
  CAPTURE(controller, clocks == DelayKind::true_, plain.use, dips.use, dips.queue, dips.false_queue, dips.propagation);
  CHECK(dips.use >= 0.95 * plain.use);
  CHECK(dips.propagation == Approx(plain.propagation).margin(2));
}

TEST_CASE("Dips that confirm each other, or are longer, cost DARC a moment each", "[darc]") {
  struct Row {
    DelayDips dips;
    double use;  // %
  };
  const auto row = GENERATE(values<Row>({{{15s, 200ms, 12ms}, 95}, {{5s, 30ms, 12ms}, 92}, {{2s, 30ms, 12ms}, 90}}));
  const auto clocks = GENERATE(DelayKind::true_, DelayKind::estimated);
  const Outcome outcome = run({.clocks = clocks, .dips = row.dips});
  CAPTURE(to_seconds(row.dips.every), clocks == DelayKind::true_, outcome.use, outcome.queue, outcome.false_queue);
  CHECK(outcome.use >= row.use);
  CHECK(outcome.queue < 30);
}

TEST_CASE("DARC follows a route that becomes shorter or longer", "[darc]") {
  struct Row {
    Duration to;
    double use;  // % of the 20 s after the change
  };
  const auto row = GENERATE(values<Row>({{10ms, 96}, {40ms, 90}, {100ms, 80}}));
  const auto clocks = GENERATE(DelayKind::true_, DelayKind::estimated);
  PathCase path;
  path.clocks = clocks;
  path.step_at = 20s;
  path.step_to = row.to;
  path.from = 20s;
  path.to = 40s;
  const Outcome outcome = run(path);
  CAPTURE(to_milliseconds(row.to), clocks == DelayKind::true_, outcome.use, outcome.queue, outcome.false_queue,
          outcome.propagation);
  CHECK(outcome.use >= row.use);
  CHECK(outcome.queue < 40);
}

// The queue stays at its target while less and less is sent: the rate falls because the capacity does.
TEST_CASE("A capacity that falls slowly is taken for no other route", "[darc]") {
  const std::string controller = GENERATE("darc", "nada");
  const Duration time = GENERATE(1s, 2s, 3s, 5s, 10s);
  LinkConfig link = constant_link(megabits_per_second(mbps), 25ms, Duration(300ms));
  std::vector<CapacityStep> steps{{0s, megabits_per_second(mbps)}};
  for (int i = 1; i <= 100; ++i) steps.push_back({20s + time * i / 100, megabits_per_second(mbps * (1 - i / 200.0))});
  link.capacity = Capacity::schedule(steps);
  Simulation simulation{link, constant_link(DataRate::unlimited(), 25ms, Duration(1s))};
  FlowConfig config;
  config.controller = controller;
  config.max_packet_size = 1200;
  config.limits.maximum = megabits_per_second(20);
  Flow& flow = simulation.add(config, synthetic(megabits_per_second(100), 1));
  simulation.run_until(60s);
  CAPTURE(controller, to_seconds(time));
  CHECK(*flow.samples.back().propagation_delay_ms == Approx(26.5).margin(2));
  CHECK(percentile_of(column(flow, &Sample::link_queue_ms, 40s, 60s), 0.95) < 45);
}

TEST_CASE("Table of what is used of links whose delay dips", "[.][dip-table]") {
  for (const char* controller : {"darc", "ldcc", "arc", "gcc", "nada", "nada-2013", "scream", "scream-v1", "tfrc"}) {
    for (const DelayKind clocks : {DelayKind::true_, DelayKind::estimated}) {
      std::printf("| %s, %s |", controller, clocks == DelayKind::true_ ? "true" : "estimated");
      for (const DelayDips& dips : {DelayDips{}, short_dips, DelayDips{15s, 200ms, 12ms}, DelayDips{5s, 30ms, 12ms}}) {
        const Outcome o = run({.controller = controller, .clocks = clocks, .dips = dips});
        std::printf(" %.1f %%, %.1f, %+.1f, %.1f |", o.use, o.queue, o.false_queue, o.propagation);
      }
      std::printf("\n");
      std::fflush(stdout);
    }
  }
}

}  // namespace evenkeel::test
