#include <cmath>
#include <set>

#include "app/lab/sim/network/flow_ends.h"
#include "app/lab/sim/network/flow_meters.h"
#include "app/lab/sim/network/link_capacity.h"
#include "app/lab/sim/network/media_parts.h"
#include "app/lab/sim/network/network.h"
#include "app/lab/sim/network/run_network.h"
#include "core/telemetry/flow_name.h"

namespace evenkeel::sim {
namespace {

constexpr Duration longest_run = 24h;
constexpr std::int64_t largest_queue = 1'000'000'000;  // packets, or bytes

bool within(std::int64_t value, std::int64_t minimum, std::int64_t maximum) {
  return value >= minimum && value <= maximum;
}

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
  if (link.delay < Duration::zero() || link.delay > 1h) return "its delay is not between 0 and an hour";
  if (!(link.loss >= 0 && link.loss <= 1)) return "its loss is not between 0 and 1";
  if (link.jitter_sigma < Duration::zero() || link.jitter_sigma > 1h) return "its jitter is not between 0 and an hour";
  if (!(link.reordering >= 0 && link.reordering <= 1)) return "its reordering is not between 0 and 1";
  if (!(link.duplicates >= 0 && link.duplicates <= 1)) return "its share of duplicates is not between 0 and 1";
  if (!good_span(link.scatter)) return "its scatter is not between 0 and an hour";
  if (!good_span(link.dips.every) || !good_span(link.dips.length) || !good_span(link.dips.delay))
    return "the times of its delay dips are not between 0 and an hour";
  if (!good_span(link.held_back) || !good_span(link.burst_interval))
    return "its hold-back time or burst interval is not between 0 and an hour";
  if (!good_delays(link.delay_steps)) return "its later delays are not in order, or not between 0 and an hour";
  if (!good_limit(link.queue)) return "its queue holds nothing, or more than a machine can";
  if (!good_thresholds(link.queue)) return "the thresholds of its queue are not in order";
  return {};
}

std::string check_hop(const lab::HopPlan& hop, std::size_t index) {
  for (const lab::LinkPlan* link : {&hop.forward, &hop.backward}) {
    const std::string wrong = check_link(*link);
    if (!wrong.empty()) return "The link of hop " + std::to_string(index) + " is invalid: " + wrong + ".";
    const auto capacity = link_capacity(*link);
    if (!capacity) return capacity.error;
  }
  return {};
}

std::string check_network(const lab::NetworkPlan& network) {
  if (network.hops.empty()) return "The network has no hop.";
  if (network.hops.size() > Network::max_hops) {
    return "The network has more than " + std::to_string(Network::max_hops) + " hops.";
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

constexpr DataSize smallest_packet = bytes(100);
constexpr DataSize largest_packet = bytes(9000);

bool good_packet(DataSize packet) { return packet >= smallest_packet && packet <= largest_packet; }
bool good_rate(DataRate rate) { return rate >= bits_per_second(1) && rate <= megabits_per_second(100'000); }
bool good_time(Duration time) { return time > Duration::zero() && time <= 24h; }

const std::string wrong_packet = "its packets do not have 100 to 9000 bytes";
const std::string wrong_rate = "its rate is not between 1 bit/s and 100 Gbit/s";

std::string check(const lab::MediaPlan& plan) {
  if (!good_packet(plan.packet)) return wrong_packet;
  const RateLimits& limits = plan.limits;
  const bool in_order = limits.minimum <= limits.start && limits.start <= limits.maximum;
  if (!good_rate(limits.minimum) || !good_rate(limits.maximum) || !in_order) {
    return "its rates are not in order: minimum, start, maximum";
  }
  if (!(std::abs(plan.clock_skew) <= 0.1)) return "its clock's skew is not between -0.1 and 0.1";
  if (!(plan.max_media > DataRate())) return "its maximum media rate is not above zero";
  if (!(plan.frames_per_second >= 1 && plan.frames_per_second <= 1000)) {
    return "its frame rate is not between 1 and 1000";
  }
  return {};
}

std::string check(const lab::TcpPlan& plan) {
  if (!good_packet(plan.segment)) return wrong_packet;
  return good_time(plan.min_rto) ? "" : "its minimum timeout is not above zero";
}

std::string check(const lab::ShortTcpPlan& plan) {
  const bool sizes = plan.smallest > DataSize() && plan.smallest <= plan.largest && plan.largest < bytes(tcp_buffer);
  if (!sizes) return "its file sizes are not in order, or not between 1 byte and 4 MB";
  if (!good_time(plan.mean_pause)) return "its pauses are not above zero";
  return check(plan.tcp);
}

std::string check(const lab::CbrPlan& plan) {
  if (!good_packet(plan.packet)) return wrong_packet;
  return good_rate(plan.rate) ? "" : wrong_rate;
}

std::string check(const lab::ParetoPlan& plan) {
  if (!good_packet(plan.packet)) return wrong_packet;
  if (!good_rate(plan.rate)) return wrong_rate;
  if (!good_time(plan.mean_burst) || !good_time(plan.mean_pause)) return "its bursts or pauses are not above zero";
  return plan.shape > 1 ? "" : "its shape is not above 1, so that the bursts have no mean";
}

bool good_route(const lab::FlowPlan& flow, int hops) {
  const auto there = [&](int router) { return router >= 0 && router <= hops; };
  return there(flow.from) && there(flow.to) && flow.from != flow.to;
}

bool good_activity(const std::vector<lab::ActiveTime>& times) {
  Duration last{};
  for (const lab::ActiveTime& time : times) {
    if (time.from < last || time.to <= time.from) return false;
    last = time.to;
  }
  return true;
}

std::string check_ends(const lab::FlowPlan& flow, int hops) {
  if (!good_route(flow, hops)) {
    return "it does not lead from one of the routers 0 to " + std::to_string(hops) + " to another";
  }
  if (flow.access_delay < Duration::zero() || flow.access_delay > 1h) {
    return "its access delay is not between 0 and an hour";
  }
  return good_activity(flow.active) ? "" : "its times of activity are not in order";
}

/// The plan has so many hops.
std::string check_flow(const lab::FlowPlan& flow, int hops) {
  std::string wrong = check_ends(flow, hops);
  if (wrong.empty()) wrong = std::visit([](const auto& traffic) { return check(traffic); }, flow.traffic);
  if (!wrong.empty()) return "The flow '" + flow.name + "' is invalid: " + wrong + ".";
  const auto* media = std::get_if<lab::MediaPlan>(&flow.traffic);
  return media ? make_media_algorithms(*media).error : "";
}

std::string check_flows(const lab::NetworkRun& run) {
  if (run.flows.size() > FlowMeters::max_flows) {
    return "The run has more than " + std::to_string(FlowMeters::max_flows) + " flows.";
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
