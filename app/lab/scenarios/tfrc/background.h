#pragma once

#include <vector>

#include "app/lab/scenarios/tfrc/setup.h"

namespace evenkeel::lab {

/// TCP of the paper: a timeout of at least one second (RFC 2988), every packet acknowledged.
TcpPlan tfrc_tcp();

/// Long-lived, short and web-like TCP, bursts of UDP and the probe "ping", which sends a packet of 100 bytes each 100
/// ms.
std::vector<FlowPlan> tfrc_background(const TfrcSetup& setup);

/// One to three milliseconds at each end of each flow, by the seed, against phase effects.
std::vector<FlowPlan> with_random_access(std::vector<FlowPlan> flows, int seed);

void append_flows(std::vector<FlowPlan>& flows, std::vector<FlowPlan> more);

}  // namespace evenkeel::lab
