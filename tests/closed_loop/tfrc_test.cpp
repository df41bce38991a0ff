#include "core/control/rivals/tfrc/tfrc.h"
#include "app/lab/claims/statistics.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "core/theory/throughput_theory.h"
#include "sources.h"

namespace evenkeel::test {
namespace {

/// A greedy flow under TFRC with these parameters, and its law.
struct TfrcFlow {
  Flow& flow;
  Tfrc& law;
};

TfrcFlow add_tfrc(Simulation& simulation, const TfrcParameters& parameters = {}, Duration begin = {}) {
  FlowConfig config;
  config.controller = "fixed";
  config.limits = paper_limits();
  config.begin = begin;
  Flow& flow = simulation.add(config, greedy(begin));
  auto law = std::make_unique<Tfrc>();
  law->parameters() = parameters;
  Tfrc& reference = *law;
  flow.sender->set_controller(std::move(law), simulation.now());
  return {flow, reference};
}

double sent_kbps(const Flow& flow, Duration from, Duration to) {
  return mean_of(column(flow, &Sample::send_bitrate_bps, from, to)) / 1e3;
}

/// A path that loses packets at random, and is never full.
Simulation lossy_path(double loss, Duration delay) {
  LinkConfig forward = constant_link(megabits_per_second(40), delay, Duration(1s));
  forward.loss = IndependentLoss{loss};
  return {forward, constant_link(DataRate::unlimited(), delay, Duration(1s))};
}

}  // namespace

TEST_CASE("TFRC fills a link of its own, with few losses and without collapse", "[tfrc]") {
  const auto buffer = GENERATE(Duration(100ms), Duration(300ms));
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, buffer);
  const auto [flow, law] = add_tfrc(simulation);
  simulation.run_until(300s);
  const auto targets = column(flow, &Sample::target_bitrate_bps, 60s, 300s);
  const auto losses = column(flow, &Sample::fraction_lost, 60s, 300s);
  const double minimum = *std::min_element(targets.begin(), targets.end());
  CAPTURE(to_milliseconds(buffer), minimum, mean_of(losses), law.loss_event_rate(), law.loss_events());
  CHECK(sent_kbps(flow, 60s, 300s) > 0.95 * 2500);
  CHECK(mean_of(losses) < 0.01);
  CHECK(minimum > 1e6);
}

TEST_CASE("TFRC on a lossy path gets what the equation says at the loss event rate it sees", "[tfrc]") {
  struct Row {
    double loss;
    Duration delay;
    int rto;
    int intervals;
    bool short_intervals;  // by eq. 9
  };
  const auto row = GENERATE(values<Row>(
      {{0.002, 50ms, 0, 8, false}, {0.01, 50ms, 0, 8, false}, {0.01, 25ms, 1, 16, true}, {0.05, 50ms, 0, 8, true}}));
  Simulation simulation = lossy_path(row.loss, row.delay);
  TfrcParameters parameters;
  parameters.rto = row.rto;
  parameters.intervals = row.intervals;
  const auto [flow, law] = add_tfrc(simulation, parameters);
  simulation.run_until(100s);
  const LossEventEstimators before = law.estimators();
  simulation.run_until(600s);
  const LossEventEstimators seen = law.estimators().since(before);
  const ThroughputTerms terms = law.throughput_terms();
  const double rate = sent_kbps(flow, 100s, 600s);
  const double bound = tcp_throughput(terms, seen.loss_event_rate()).kbps();
  const double tighter = tcp_throughput(terms, seen.mean_inverse_theta_hat()).kbps();
  const double basic = seen.basic_throughput().kbps();
  CAPTURE(row.loss, row.rto, row.intervals, rate, bound, tighter, basic, seen.loss_event_rate(), seen.loss_events());
  CHECK(rate == Approx(bound).epsilon(row.loss > 0.02 ? 0.12 : 0.05));
  CHECK(seen.mean_theta() == Approx(1 / seen.loss_event_rate()).epsilon(0.02));
  // Eq. 13 of Rhee and Xu, which is of the basic control: the rate as set at the loss events, without I_0.
  CHECK(tighter < bound);
  CHECK(basic < bound);
  CHECK((inflection_interval(terms) > seen.mean_theta()) == row.short_intervals);
  CHECK((basic < tighter) == row.short_intervals);
}

TEST_CASE("TFRC's scale and timeout change the rate as the equation says", "[tfrc]") {
  const auto rate_with = [](double scale, int rto) {
    Simulation simulation = lossy_path(0.05, 25ms);
    TfrcParameters parameters;
    parameters.scale = scale;
    parameters.rto = rto;
    const auto [flow, law] = add_tfrc(simulation, parameters);
    simulation.run_until(300s);
    return sent_kbps(flow, 50s, 300s);
  };
  const double plain = rate_with(1, 0);
  CHECK(rate_with(4, 0) > 3.5 * plain);  // more than scaled: faster flows see fewer loss events per packet
  CHECK(rate_with(1, 1) < 0.8 * plain);
}

TEST_CASE("TFRC: two flows share a link", "[tfrc]") {
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(150ms));
  const auto first = add_tfrc(simulation);
  const auto second = add_tfrc(simulation, {}, 20s);
  simulation.run_until(400s);
  const double a = sent_kbps(first.flow, 200s, 400s);
  const double b = sent_kbps(second.flow, 200s, 400s);
  CAPTURE(a, b);
  CHECK(a + b > 0.93 * 2500);
  CHECK(std::max(a, b) < 3 * std::min(a, b));
}

TEST_CASE("TFRC follows a capacity that falls and rises", "[tfrc]") {
  Simulation simulation = dumbbell(kilobits_per_second(2500), 50ms, Duration(200ms));
  const auto [flow, law] = add_tfrc(simulation);
  simulation.run_until(60s);
  simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(800)), simulation.now());
  simulation.run_until(120s);
  simulation.bottleneck().set_capacity(Capacity::constant(kilobits_per_second(2500)), simulation.now());
  simulation.run_until(300s);
  CHECK(sent_kbps(flow, 80s, 120s) == Approx(800).epsilon(0.1));
  CHECK(sent_kbps(flow, 220s, 300s) > 0.8 * 2500);
}

}  // namespace evenkeel::test
