#pragma once

#include <string>

#include "app/lab/plan/run_plan.h"

namespace evenkeel::sim {

/// One sentence that says why the plan cannot be run in a network, or nothing. After it nothing else can fail.
std::string check_plan(const lab::RunPlan& plan);

}  // namespace evenkeel::sim
