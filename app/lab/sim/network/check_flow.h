#pragma once

#include <string>

#include "app/lab/plan/flow_plan.h"

namespace evenkeel::sim {

/// One sentence that says why the flow cannot be run in a chain of so many hops, or nothing.
std::string check_flow(const lab::FlowPlan& flow, int hops);

}  // namespace evenkeel::sim
