#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace evenkeel {

/// What values come to. Percentiles are nearest-rank, as in summary.json.
struct ValueStatistics {
  std::size_t count = 0;
  double minimum = 0;
  double mean = 0;
  double p50 = 0;
  double p95 = 0;
  double maximum = 0;
};

/// Reorders the values, which are finite; nullopt if there are none. Linear in their number.
std::optional<ValueStatistics> statistics_of(std::vector<double>& values);

}  // namespace evenkeel
