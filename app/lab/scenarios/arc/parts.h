#pragma once

#include <string>
#include <vector>

#include "app/lab/scenarios/builders.h"

namespace evenkeel::lab {

// Parts of the plans of ARC's section 4. Packets are of 1500 bytes, all flows are greedy; a flow is controlled by
// "arc", by "tfrc" (the self-clocked form that the paper compares with) or by "reno" (NewReno, delayed ACKs).

constexpr DataSize arc_packet = bytes(1500);
constexpr Duration arc_longest_round_trip = 250ms;

/// ARC begins with a window of one packet. --controller replaces "arc" alone.
FlowPlan arc_flow(const std::string& name, const std::string& kind);

/// Drop tail that holds rate times the longest round trip, counted in packets as ns-2 does: also where these are
/// acknowledgements.
QueuePlan arc_queue(DataRate rate);

/// The flow with so long a round trip in all, on a path whose hops take `path` one way.
FlowPlan with_round_trip(FlowPlan flow, Duration round_trip, Duration path);

/// `count` flows "prefix1", "prefix2", ... whose round trips are uniformly spread from 250/count ms to 250 ms.
std::vector<FlowPlan> arc_spread_flows(const std::string& prefix, int count, const std::string& kind, Duration path);

/// "ARC", "TFRC", "Reno".
std::string arc_title(const std::string& kind);

}  // namespace evenkeel::lab
