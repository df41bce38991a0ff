#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/lab/plan/network_plan.h"

namespace evenkeel::lab {

/// The hops of a network, as run.json has them.
nlohmann::ordered_json describe_network(const NetworkPlan& network);

}  // namespace evenkeel::lab
