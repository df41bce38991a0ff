#include "app/lab/scenarios/arc/parts.h"

#include <cmath>

#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {
namespace {

// r = k w with k = 0.5/s and w = one packet; TFRC sends one packet a second until it knows the round trip. The other
// limits are too wide to matter: a packet in 12 s, and the hosts' links.
constexpr RateLimits arc_limits{kilobits_per_second(6), kilobits_per_second(1), megabits_per_second(100)};
constexpr RateLimits tfrc_limits{kilobits_per_second(12), kilobits_per_second(1), megabits_per_second(100)};

FlowPlan rate_flow(const std::string& name, const std::string& controller) {
  FlowPlan flow = media_flow(name, controller);
  MediaPlan& media = media_of(flow);
  media.packet = arc_packet;
  media.chosen = controller == "arc";
  media.limits = controller == "arc" ? arc_limits : tfrc_limits;
  if (controller == "tfrc") media.settings = {{"tfrc.self_clocked", "1"}};
  return flow;
}

}  // namespace

FlowPlan arc_flow(const std::string& name, const std::string& kind) {
  if (kind != "reno") return rate_flow(name, kind);
  TcpPlan tcp;
  tcp.segment = arc_packet;
  return tcp_flow(name, tcp);
}

QueuePlan arc_queue(DataRate rate) {
  const double packets = rate * arc_longest_round_trip / arc_packet;
  return drop_tail(PacketCount{static_cast<int>(std::lround(packets))});
}

FlowPlan with_round_trip(FlowPlan flow, Duration round_trip, Duration path) {
  return with_access(std::move(flow), round_trip / 2 - path);
}

std::vector<FlowPlan> arc_spread_flows(const std::string& prefix, int count, const std::string& kind, Duration path) {
  std::vector<FlowPlan> flows;
  for (const std::string& name : numbered(prefix, count)) {
    const int place = static_cast<int>(flows.size()) + 1;
    flows.push_back(with_round_trip(arc_flow(name, kind), arc_longest_round_trip * place / count, path));
  }
  return flows;
}

std::string arc_title(const std::string& kind) { return kind == "arc" ? "ARC" : kind == "tfrc" ? "TFRC" : "Reno"; }

}  // namespace evenkeel::lab
