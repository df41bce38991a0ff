#pragma once

#include <vector>

namespace evenkeel {

// Statistics of numbers. NaN if there are no numbers.

double mean_of(const std::vector<double>& values);
/// Standard deviation of the population: the sum of squares is divided by n, not n - 1.
double deviation_of(const std::vector<double>& values);
/// The mean of the two middle values if their count is even.
double median_of(std::vector<double> values);
/// By nearest rank, as percentile_of_sorted(); `share` in [0, 1].
double percentile_of(std::vector<double> values, double share);

/// y = offset + slope x.
struct Line {
  double offset = 0;
  double slope = 0;
  double at(double x) const { return offset + slope * x; }
};

/// Least squares. NaN unless there are points with different x.
Line fitted_line(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace evenkeel
