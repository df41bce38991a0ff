#pragma once

#include <cstdint>
#include <vector>

#include "app/lab/plan/scenario.h"

namespace evenkeel::lab {

/// A mobile link of our own making: each 100 ms a rate, log-normal about its median with a correlation time of two
/// seconds, and an outage of about a second now and then. The same seed makes the same.
std::vector<CapacityStep> synthetic_mobile_link(std::uint64_t seed, Duration length);

/// Each controller alone on that link.
Scenario mobile_scenario();

}  // namespace evenkeel::lab
