#include "app/lab/sim/network/check_plan.h"

#include <set>

#include "app/lab/sim/network/check_flow.h"
#include "app/lab/sim/network/flow_meters.h"
#include "app/lab/sim/network/link_capacity.h"
#include "app/lab/sim/network/network.h"
#include "core/telemetry/flow_name.h"

namespace evenkeel::sim {
namespace {

constexpr Duration longest_run = 24h;
constexpr std::int64_t largest_queue = 1'000'000'000;  // packets, or bytes

bool within(std::int64_t value, std::int64_t least, std::int64_t most) { return value >= least && value <= most; }

bool good_limit(const lab::QueuePlan& queue) {
  if (const auto* count = std::get_if<lab::PacketCount>(&queue.limit)) return within(count->packets, 1, largest_queue);
  if (const auto* size = std::get_if<DataSize>(&queue.limit)) return within(size->bytes(), 1, largest_queue);
  const Duration time = std::get<Duration>(queue.limit);
  return time > Duration::zero() && time <= 1h;
}

bool good_thresholds(const lab::QueuePlan& queue) {
  return queue.min_threshold >= 0 && queue.max_threshold >= queue.min_threshold && queue.max_threshold <= 1e6;
}

bool good_span(Duration time) { return time >= Duration::zero() && time <= 1h; }

bool good_delays(const std::vector<lab::DelayStep>& steps) {
  Duration last{};
  for (const lab::DelayStep& step : steps) {
    if (step.at < last || !good_span(step.delay)) return false;
    last = step.at;
  }
  return true;
}

std::string check_link(const lab::LinkPlan& link) {
  if (!(link.rate >= DataRate())) return "its rate is below zero";
  if (link.delay < Duration::zero() || link.delay > 1h) return "its delay is not within 0 and an hour";
  if (!(link.loss >= 0 && link.loss <= 1)) return "its loss is not within 0 and 1";
  if (link.jitter_sigma < Duration::zero() || link.jitter_sigma > 1h) return "its jitter is not within 0 and an hour";
  if (!(link.reordering >= 0 && link.reordering <= 1)) return "the share that it reorders is not within 0 and 1";
  if (!good_span(link.held_back) || !good_span(link.burst_interval)) return "a time of it is not within 0 and an hour";
  if (!good_delays(link.delay_steps)) return "its later delays are not in order, or not within 0 and an hour";
  if (!good_limit(link.queue)) return "its queue holds nothing, or more than a machine can";
  if (!good_thresholds(link.queue)) return "the thresholds of its queue are not in order";
  return {};
}

std::string check_hop(const lab::HopPlan& hop, std::size_t index) {
  for (const lab::LinkPlan* link : {&hop.forward, &hop.backward}) {
    const std::string wrong = check_link(*link);
    if (!wrong.empty()) return "The link of hop " + std::to_string(index) + " cannot be: " + wrong + ".";
    const auto capacity = link_capacity(*link);
    if (!capacity) return capacity.error;
  }
  return {};
}

std::string check_network(const lab::NetworkPlan& network) {
  if (network.hops.empty()) return "The network has no hop.";
  if (network.hops.size() > Network::most_hops) {
    return "The network has more than " + std::to_string(Network::most_hops) + " hops.";
  }
  for (std::size_t i = 0; i < network.hops.size(); ++i) {
    const std::string wrong = check_hop(network.hops[i], i);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

std::string check_names(const std::vector<lab::FlowPlan>& flows) {
  std::set<std::string> names;
  for (const lab::FlowPlan& flow : flows) {
    if (flow.name.empty() || flow.name.size() > FlowName::max_length) {
      return "The flow's name '" + flow.name + "' does not have 1 to " + std::to_string(FlowName::max_length) +
             " characters.";
    }
    if (!names.insert(flow.name).second) return "Two flows have the name '" + flow.name + "'.";
  }
  return {};
}

std::string check_flows(const lab::NetworkRun& run) {
  if (run.flows.size() > FlowMeters::most_flows) {
    return "The run has more than " + std::to_string(FlowMeters::most_flows) + " flows.";
  }
  const std::string wrong_name = check_names(run.flows);
  if (!wrong_name.empty()) return wrong_name;
  for (const lab::FlowPlan& flow : run.flows) {
    const std::string wrong = check_flow(flow, static_cast<int>(run.network.hops.size()));
    if (!wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace

std::string check_plan(const lab::RunPlan& plan) {
  const auto* run = std::get_if<lab::NetworkRun>(&plan.what);
  if (run == nullptr) return "The run '" + plan.name + "' is a computation and needs no network.";
  if (plan.duration <= Duration::zero() || plan.duration > longest_run) {
    return "The run '" + plan.name + "' does not last between 0 and 24 h.";
  }
  const std::string wrong = check_network(run->network);
  return wrong.empty() ? check_flows(*run) : wrong;
}

}  // namespace evenkeel::sim
