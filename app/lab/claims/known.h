#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/lab/claims/claim.h"

namespace evenkeel {

/// A claim that is known not to hold, by its source and how its statement begins, and the best explanation.
struct KnownClaim {
  std::string_view source;
  std::string_view statement;
  std::string_view why;
};

/// The first that fits counts.
void mark_known(std::vector<Claim>& claims, std::span<const KnownClaim> known);

}  // namespace evenkeel
