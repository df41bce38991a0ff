#include "app/lab/scenarios/rfc8867/mobile.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "app/lab/record/run_record.h"
#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/rfc8867/case.h"

namespace evenkeel::lab {
namespace {

constexpr Duration length = 120s;
constexpr Duration step = 100ms;
constexpr double median_rate = 2.5e6;   // bit/s
constexpr double spread = 0.6;          // standard deviation of the logarithm
constexpr double correlation_time = 2;  // s
constexpr double outages_per_second = 1 / 30.0;
constexpr double mean_outage = 1;  // s
constexpr DataRate outage_rate = kilobits_per_second(20);
constexpr DataRate max_rate = megabits_per_second(8);
constexpr std::uint64_t trace_seed = 5;  // one link for all, so that controllers can be compared

RunPlan run_of(const std::string& controller) {
  FlowPlan flow = media_flow("s1", controller);
  MediaPlan& media = media_of(flow);
  media.limits = {kilobits_per_second(300), kilobits_per_second(50), max_rate};
  media.source = MediaPlan::Source::video;
  media.packet = bytes(1200);
  NetworkPlan network = dumbbell(bits_per_second(median_rate), 25ms, drop_tail(300ms));
  LinkPlan& link = network.hops.front().forward;
  link.steps = synthetic_mobile_link(trace_seed, length);
  link.traceable = true;
  network.hops.front().backward.rate = megabits_per_second(100);
  return not_quick(network_run(controller, length, network, {flow}));
}

double capacity_of(const RunRecord& run) { return run.mean("s1", &Sample::link_capacity_bps, 10s, length); }

Findings judge(const RunRecords& records) {
  Table table;
  table.name = "metrics";
  table.title = "One flow on a mobile link, from 10 s on";
  table.columns = {"run", "utilisation [%]", "queue p50 [ms]", "queue p95 [ms]", "loss [%]"};
  for (const RunRecord& run : records.runs) {
    const auto queue = [&](double percent) {
      return run.percentile("s1", &Sample::link_queue_ms, percent, 10s, length);
    };
    const double lost = run.growth("s1", &Sample::packets_lost, 10s, length);
    const double sent = run.growth("s1", &Sample::packets_sent, 10s, length);
    const double use = run.mean("s1", &Sample::receive_bitrate_bps, 10s, length) / capacity_of(run);
    table.rows.push_back(
        {run.name, cell(100 * use, 1), cell(queue(50), 0), cell(queue(95), 0), cell(100 * lost / sent, 2)});
  }
  return {{}, {}, {table}};
}

}  // namespace

std::vector<CapacityStep> synthetic_mobile_link(std::uint64_t seed, Duration length) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> gaussian;
  std::exponential_distribution<double> exponential;
  const double persistence = std::exp(-to_seconds(step) / correlation_time);
  double state = 0;
  Duration outage_until = Duration::zero();
  double next_outage = exponential(random) / outages_per_second;
  std::vector<CapacityStep> steps;
  for (Duration t = Duration::zero(); t < length; t += step) {
    state = persistence * state + std::sqrt(1 - persistence * persistence) * gaussian(random);
    if (to_seconds(t) >= next_outage) {
      outage_until = t + from_seconds(mean_outage * exponential(random));
      next_outage = to_seconds(outage_until) + exponential(random) / outages_per_second;
    }
    const DataRate rate = std::min(bits_per_second(median_rate * std::exp(spread * state)), max_rate);
    steps.push_back({t, t < outage_until ? outage_rate : rate});
  }
  return steps;
}

Scenario mobile_scenario() {
  Scenario scenario{
      "X-Mobile", "our own", "how much of a mobile link each controller uses, and at what queue", {}, judge};
  for (const std::string& controller : rfc8867_controllers()) scenario.runs.push_back(run_of(controller));
  return scenario;
}

}  // namespace evenkeel::lab
