#pragma once

#include <string>

#include "app/lab/claims/claim.h"

namespace evenkeel::lab {

/// "holds", "does not hold" or "not judged".
std::string verdict_of(const Claim& claim);

/// How strictly claims are taken.
struct Strictness {
  bool full = false;      ///< the runs are all there: a claim that could not be judged counts as not holding
  bool as_known = false;  ///< a claim may fail that is known to
};

/// Whether a check must fail because of it.
bool is_broken(const Claim& claim, const Strictness& strictness);

}  // namespace evenkeel::lab
