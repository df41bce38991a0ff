#pragma once

#include <string>

#include "app/claims/claim.h"

namespace evenkeel::lab {

/// What the claims on RFC 8867's cases are about.
enum class Rfc8867Aspect { least_rate, shares, use, swing, resumption };

/// The claim as one that is known not to hold, with the reason, where it is; else as it is. `run`: "CONTROLLER" or
/// "CONTROLLER,VARIANT".
Claim with_what_is_known(Rfc8867Aspect aspect, const std::string& section, const std::string& run, Claim claim);

}  // namespace evenkeel::lab
