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

}  // namespace evenkeel::lab
