#pragma once

#include <vector>

namespace evenkeel {

// What numbers come to. Not-a-number where there are none.

double mean_of(const std::vector<double>& values);
/// Standard deviation of all that there are: the mean square is over n, not n - 1.
double deviation_of(const std::vector<double>& values);
/// Between the two in the middle where their count is even.
double median_of(std::vector<double> values);
/// By nearest rank, as percentile_of_sorted(); `share` in [0, 1].
double percentile_of(std::vector<double> values, double share);

/// y = offset + slope x.
struct Line {
  double offset = 0;
  double slope = 0;
  double at(double x) const { return offset + slope * x; }
};

/// Least squares. Not-a-number where the points have not two different x.
Line fitted_line(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace evenkeel
