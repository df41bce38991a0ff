#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/lab/plan/run_plan.h"

namespace evenkeel::lab {

/// The full effective configuration of a run, for run.json: duration, hops and flows with all parameters of controllers
/// and send loops, quantities as the command line takes them. Two runs of the same description and seed are the same.
nlohmann::ordered_json describe_plan(const RunPlan& plan);

}  // namespace evenkeel::lab
