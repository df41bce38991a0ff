#pragma once

#include <vector>

#include "app/lab/claims/claim.h"

namespace evenkeel::lab {

/// The goals that darc is known to miss marked as that, each with the reason.
std::vector<Claim> with_known_misses(std::vector<Claim> claims);

}  // namespace evenkeel::lab
