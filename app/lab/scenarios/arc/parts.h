#pragma once

#include <string>
#include <vector>

#include "app/lab/plan/scenario.h"
#include "app/lab/scenarios/builders.h"

namespace evenkeel::lab {

// ARC's figures, one by one.

/// The runs of Figs 3 and 4, which show the same simulations.
std::vector<RunPlan> arc_on_off_runs();

Scenario arc_fig3();
Scenario arc_fig4();
Scenario arc_fig5();
Scenario arc_fig7a();
Scenario arc_fig7b();
Scenario arc_fig7c();
Scenario arc_fig7d();

// Parts of the plans of ARC's section 4. Packets are of 1500 bytes, all flows are greedy; a flow is controlled by
// "arc", by "tfrc" (the self-clocked form that the paper compares with) or by "reno" (NewReno, delayed ACKs).

constexpr DataSize arc_packet = bytes(1500);
constexpr Duration arc_longest_round_trip = 250ms;

/// ARC begins with a window of one packet. --controller replaces only "arc".
FlowPlan arc_flow(const std::string& name, const std::string& kind);

/// Drop tail of rate times the longest round trip, counted in packets as in ns-2, where acknowledgements count as much.
QueuePlan arc_queue(DataRate rate);

/// Sets the flow's total round trip, on a path whose hops take `path` one way.
FlowPlan with_round_trip(FlowPlan flow, Duration round_trip, Duration path);

/// `count` flows "prefix1", "prefix2", ... with round trips spread evenly from 250/count ms to 250 ms.
std::vector<FlowPlan> arc_spread_flows(const std::string& prefix, int count, const std::string& kind, Duration path);

/// "ARC", "TFRC", "Reno".
std::string arc_title(const std::string& kind);

}  // namespace evenkeel::lab
