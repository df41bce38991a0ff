#pragma once

#include "app/lab/sim/network/network_flow.h"

namespace evenkeel::sim {

/// How long the flow is active between two times since the start of the run.
Duration active_within(const lab::FlowPlan& plan, Duration from, Duration to);

/// The truth of every kind of flow, see run_network.h. Mean rates are over `active`.
void write_meter_results(const FlowMeter& meter, Duration active, FlowResults& out);

/// The same of the measured times, `measured` of which were within the run.
void write_measured_results(const FlowMeter& meter, Duration measured, FlowResults& out);

}  // namespace evenkeel::sim
