#include "gui/store/value_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace evenkeel {
namespace {

/// As percentile_of_sorted() has it, without sorting.
double percentile(std::vector<double>& values, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
  const std::size_t index = std::clamp<std::size_t>(rank, 1, values.size()) - 1;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

}  // namespace

std::optional<ValueStatistics> statistics_of(std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  ValueStatistics found;
  found.count = values.size();
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  found.minimum = *low;
  found.maximum = *high;
  found.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  found.p50 = percentile(values, 0.5);
  found.p95 = percentile(values, 0.95);
  return found;
}

}  // namespace evenkeel
