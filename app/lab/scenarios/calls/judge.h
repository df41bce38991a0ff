#pragma once

#include <string>
#include <vector>

#include "app/lab/claims/claim.h"
#include "app/lab/scenarios/calls/case.h"
#include "gui/figures/figure.h"

namespace evenkeel::lab {

/// A measure over the seeds that were run. Skips seeds without a value; NaN if none is left.
struct CallsSeeds {
  double median = 0;
  double worst = 0;
};

CallsSeeds calls_seeds_of(const CallsMeasure& measure, const RunRecords& records, const std::string& controller,
                          const CallsVariant& variant);

/// Marks the goals that darc is known to miss, each with the reason.
std::vector<Claim> with_known_misses(std::vector<Claim> claims);

/// Rates and queue of one variant's first seed: darc, ldcc and gcc, each from its own run, with the other flows of
/// darc's run. If the variant has several media flows, only darc's run.
std::vector<Figure> calls_figures(const CallsCase& test, const RunRecords& records);

}  // namespace evenkeel::lab
