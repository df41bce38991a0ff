#include "app/lab/scenarios/calls/seeds.h"

#include <algorithm>
#include <cmath>

#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {

double median_of(std::vector<double> values) {
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

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
