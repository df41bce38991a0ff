#pragma once

#include "app/lab/plan/scenario.h"

namespace evenkeel::lab {

/// The findings with the claims of Rhee and Xu that are known not to hold here marked as that, each with its reason;
/// not judged at all where TFRC was replaced by another controller.
Findings judged_tfrc(const RunRecords& records, Findings findings);

}  // namespace evenkeel::lab
