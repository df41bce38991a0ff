#include "app/lab/scenarios/calls/seeds.h"

#include <cmath>

#include "app/lab/claims/statistics.h"
#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {

CallsSeeds calls_seeds_of(const CallsMeasure& measure, const RunRecords& records, const std::string& controller,
                          const CallsVariant& variant) {
  std::vector<double> values;
  for (int seed = 1; seed <= calls_seeds; ++seed) {
    const RunRecord* run = records.find(calls_run_name(controller, variant, seed));
    const double value = run == nullptr ? std::nan("") : measure.of(variant, *run);
    if (std::isfinite(value)) values.push_back(value);
  }
  const double worst = measure.worst == CallsMeasure::Worst::most ? most_of(values) : least_of(values);
  return {median_of(values), worst};
}

}  // namespace evenkeel::lab
