#pragma once

#include "app/lab/plan/network_plan.h"
#include "core/base/parsed.h"
#include "core/link/capacity.h"

namespace evenkeel::sim {

struct LinkCapacity {
  Capacity over_time = Capacity::constant(DataRate::unlimited());
  DataRate first;  ///< at the start; of a trace its mean
};

/// Returns one sentence if the trace cannot be read.
Parsed<LinkCapacity> link_capacity(const lab::LinkPlan& plan);

}  // namespace evenkeel::sim
