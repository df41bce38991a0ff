#include "app/lab/judge/verdict.h"

namespace evenkeel::lab {

std::string verdict_of(const Claim& claim) {
  if (!claim.judged) return "not judged";
  return claim.holds ? "holds" : "does not hold";
}

bool is_broken(const Claim& claim, const Strictness& strictness) {
  if (!claim.judged && claim.native) return false;  // of a call that evenkeel-sim does not make
  if (!claim.judged) return strictness.full && !(strictness.as_known && !claim.must_hold);
  return strictness.as_known ? claim.holds != claim.must_hold : !claim.holds;
}

}  // namespace evenkeel::lab
