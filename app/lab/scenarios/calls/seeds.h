#pragma once

#include <string>
#include <vector>

#include "app/lab/scenarios/calls/case.h"

namespace evenkeel::lab {

/// What a measure comes to over the seeds that were run; those of which nothing can be said are left out. Not-a-number
/// where none is left.
struct CallsSeeds {
  double median = 0;
  double worst = 0;
};

CallsSeeds calls_seeds_of(const CallsMeasure& measure, const RunRecords& records, const std::string& controller,
                          const CallsVariant& variant);

/// Of finite numbers; between the two in the middle where their count is even. Not-a-number of none.
double median_of(std::vector<double> values);

}  // namespace evenkeel::lab
