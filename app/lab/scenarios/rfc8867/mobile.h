#pragma once

#include <cstdint>
#include <vector>

#include "app/lab/plan/scenario.h"

namespace evenkeel::lab {

/// A synthetic mobile link: every 100 ms a new rate, log-normal around the median with a correlation time of two
/// seconds, and occasional outages of about a second. Deterministic for a seed.
std::vector<CapacityStep> synthetic_mobile_link(std::uint64_t seed, Duration length);

/// Each controller alone on that link.
Scenario mobile_scenario();

}  // namespace evenkeel::lab
