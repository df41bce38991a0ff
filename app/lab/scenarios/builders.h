#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lab/plan/run_plan.h"

namespace evenkeel::lab {

// Parts of plans that scenarios share. All return plain plans; a scenario then changes what is special about it.

QueuePlan drop_tail(PacketCount limit);
QueuePlan drop_tail(Duration limit);  ///< at the link's first rate
QueuePlan drop_tail(DataSize limit);

/// A full-duplex link: rate, delay and queue are the same in both directions.
HopPlan duplex(DataRate rate, Duration delay, const QueuePlan& queue);

/// Two routers and one bottleneck, flows from router 0 to 1.
NetworkPlan dumbbell(DataRate rate, Duration delay, const QueuePlan& queue);
/// Three routers and two equal bottlenecks.
NetworkPlan parking_lot(DataRate rate, Duration delay, const QueuePlan& queue);
/// `hops` equal bottlenecks, routers 0 to `hops`.
NetworkPlan chain(int hops, DataRate rate, Duration delay, const QueuePlan& queue);

/// Limits for runs that reproduce a paper: 150 kbit/s at the start, as in RFC 8867; 50 kbit/s to 10 Mbit/s, wide enough
/// that the control law decides and not the limits.
RateLimits paper_limits();

/// A greedy flow with paper_limits(), true one-way delay, RMC and IP packets of 1000 bytes. Change it through
/// media_of().
FlowPlan media_flow(const std::string& name, const std::string& controller);
FlowPlan tcp_flow(const std::string& name, const TcpPlan& tcp);
FlowPlan short_tcp_flow(const std::string& name, const ShortTcpPlan& tcp);
FlowPlan cbr_flow(const std::string& name, DataRate rate, DataSize packet = bytes(1000));
FlowPlan pareto_flow(const std::string& name, const ParetoPlan& pareto);

/// The plan of a media flow; throws std::bad_variant_access for other flows.
MediaPlan& media_of(FlowPlan& flow);

/// Adds [from, to) to the times when the flow is active.
FlowPlan active(FlowPlan flow, Duration from, Duration to = Duration::max());
/// The same flow from one router to another; `to` below `from` is the way back.
FlowPlan routed(FlowPlan flow, int from, int to);
/// The same flow with a delay between its sender's host and the first router, in both directions.
FlowPlan with_access(FlowPlan flow, Duration delay);

/// Delays the start of each flow by up to `maximum`, depending on the seed and the flow's place only: the simulation
/// itself has no randomness to average over. Pauses and ends do not move.
std::vector<FlowPlan> staggered(std::vector<FlowPlan> flows, std::uint64_t seed, Duration maximum = 20ms);

/// A run of a network, and of a formula. By default the quick form includes them in full length.
RunPlan network_run(const std::string& name, Duration duration, NetworkPlan network, std::vector<FlowPlan> flows);
RunPlan computed_run(const std::string& name, Computation computation);
RunPlan not_quick(RunPlan run);                       ///< left out of the quick form
RunPlan quick_until(RunPlan run, Duration duration);  ///< shorter in the quick form

}  // namespace evenkeel::lab
