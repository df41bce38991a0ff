#pragma once

#include <string>

#include "app/lab/plan/scenario.h"
#include "app/lab/record/run_record.h"

namespace evenkeel::lab {

/// The findings as they are; but where another controller than `own` was chosen for the runs, no claim is judged: the
/// paper states it of its own controller.
Findings judged_on(const std::string& own, const RunRecords& records, Findings findings);

}  // namespace evenkeel::lab
