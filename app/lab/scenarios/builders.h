#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lab/plan/run_plan.h"

namespace evenkeel::lab {

// Parts of plans that the papers' and RFC 8867's scenarios share. All return plain plans: what is special of a scenario
// is set on them afterwards.

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

/// Of runs that reproduce a paper: 150 kbit/s at the start, as RFC 8867; at least 50 kbit/s and at most 10 Mbit/s, so
/// that the law decides, not the clamp.
RateLimits paper_limits();

/// A greedy flow with paper_limits(), true one-way delay, RMC and IP packets of 1000 bytes. Source, limits and settings
/// can be changed through media_of().
FlowPlan media_flow(const std::string& name, const std::string& controller);
FlowPlan tcp_flow(const std::string& name, const TcpPlan& tcp);
FlowPlan short_tcp_flow(const std::string& name, const ShortTcpPlan& tcp);
FlowPlan cbr_flow(const std::string& name, DataRate rate, DataSize packet = bytes(1000));
FlowPlan pareto_flow(const std::string& name, const ParetoPlan& pareto);

/// Of a media flow; of another std::bad_variant_access.
MediaPlan& media_of(FlowPlan& flow);

/// The same flow, active within [from, to) too.
FlowPlan active(FlowPlan flow, Duration from, Duration to = Duration::max());
/// The same flow from one router to another; `to` below `from` is the way back.
FlowPlan routed(FlowPlan flow, int from, int to);
/// The same flow with a delay between its sender's host and the first router, in both directions.
FlowPlan with_access(FlowPlan flow, Duration delay);

/// The flows, each of which begins up to `most` later, by a time that depends on the seed and its place alone: the
/// simulation itself has no randomness over which seeds could be averaged. What is active from the beginning begins
/// after that time; pauses and ends stay.
std::vector<FlowPlan> staggered(std::vector<FlowPlan> flows, std::uint64_t seed, Duration most = 20ms);

/// Runs: of a network, and of a formula. A part of the quick form in full length, until one of these says otherwise.
RunPlan network_run(const std::string& name, Duration duration, NetworkPlan network, std::vector<FlowPlan> flows);
RunPlan computed_run(const std::string& name, Computation computation);
RunPlan not_quick(RunPlan run);                       ///< left out of the quick form
RunPlan quick_until(RunPlan run, Duration duration);  ///< shorter in the quick form

}  // namespace evenkeel::lab
