#pragma once

#include <span>

#include "app/lab/claims/known.h"

namespace evenkeel::lab {

/// What is known not to hold of RFC 8867's cases, and why.
std::span<const KnownClaim> rfc8867_known();

}  // namespace evenkeel::lab
