#include "app/lab/scenarios/builders.h"

#include <random>
#include <utility>

namespace evenkeel::lab {
namespace {

QueuePlan queue_of(std::variant<PacketCount, Duration, DataSize> limit) {
  QueuePlan queue;
  queue.limit = limit;
  return queue;
}

FlowPlan flow_of(const std::string& name, std::variant<MediaPlan, TcpPlan, ShortTcpPlan, CbrPlan, ParetoPlan> traffic) {
  FlowPlan flow;
  flow.name = name;
  flow.traffic = std::move(traffic);
  return flow;
}

}  // namespace

QueuePlan drop_tail(PacketCount limit) { return queue_of(limit); }
QueuePlan drop_tail(Duration limit) { return queue_of(limit); }
QueuePlan drop_tail(DataSize limit) { return queue_of(limit); }

HopPlan duplex(DataRate rate, Duration delay, const QueuePlan& queue) {
  LinkPlan link;
  link.rate = rate;
  link.delay = delay;
  link.queue = queue;
  return {link, link};
}

NetworkPlan dumbbell(DataRate rate, Duration delay, const QueuePlan& queue) { return chain(1, rate, delay, queue); }

NetworkPlan parking_lot(DataRate rate, Duration delay, const QueuePlan& queue) { return chain(2, rate, delay, queue); }

NetworkPlan chain(int hops, DataRate rate, Duration delay, const QueuePlan& queue) {
  NetworkPlan network;
  network.hops.assign(static_cast<std::size_t>(hops), duplex(rate, delay, queue));
  return network;
}

RateLimits paper_limits() { return {kilobits_per_second(150), kilobits_per_second(50), megabits_per_second(10)}; }

FlowPlan media_flow(const std::string& name, const std::string& controller) {
  MediaPlan media;
  media.controller = controller;
  media.limits = paper_limits();
  return flow_of(name, std::move(media));
}

FlowPlan tcp_flow(const std::string& name, const TcpPlan& tcp) { return flow_of(name, tcp); }

FlowPlan short_tcp_flow(const std::string& name, const ShortTcpPlan& tcp) { return flow_of(name, tcp); }

FlowPlan cbr_flow(const std::string& name, DataRate rate, DataSize packet) {
  CbrPlan cbr;
  cbr.rate = rate;
  cbr.packet = packet;
  return flow_of(name, cbr);
}

FlowPlan pareto_flow(const std::string& name, const ParetoPlan& pareto) { return flow_of(name, pareto); }

MediaPlan& media_of(FlowPlan& flow) { return std::get<MediaPlan>(flow.traffic); }

FlowPlan active(FlowPlan flow, Duration from, Duration to) {
  flow.active.push_back({from, to});
  return flow;
}

FlowPlan routed(FlowPlan flow, int from, int to) {
  flow.from = from;
  flow.to = to;
  return flow;
}

FlowPlan with_access(FlowPlan flow, Duration delay) {
  flow.access_delay = delay;
  return flow;
}

std::vector<FlowPlan> staggered(std::vector<FlowPlan> flows, std::uint64_t seed, Duration maximum) {
  std::mt19937_64 random(seed);
  for (FlowPlan& flow : flows) {
    if (flow.active.empty()) flow.active.emplace_back();
    // Not std::uniform_real_distribution, which differs between standard libraries.
    const double share = static_cast<double>(random() >> 11) * 0x1p-53;
    flow.active.front().from += from_seconds(share * to_seconds(maximum));
  }
  return flows;
}

RunPlan network_run(const std::string& name, Duration duration, NetworkPlan network, std::vector<FlowPlan> flows) {
  RunPlan run;
  run.name = name;
  run.duration = duration;
  run.what = NetworkRun{std::move(network), std::move(flows), false};
  return run;
}

RunPlan computed_run(const std::string& name, Computation computation) {
  RunPlan run;
  run.name = name;
  run.duration = 1s;  // for the progress line
  run.what = std::move(computation);
  return run;
}

RunPlan not_quick(RunPlan run) {
  run.quick = false;
  return run;
}

RunPlan quick_until(RunPlan run, Duration duration) {
  run.quick_duration = duration;
  return run;
}

}  // namespace evenkeel::lab
