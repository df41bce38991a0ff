#pragma once

#include <string>
#include <vector>

#include "app/lab/claims/statistics.h"

namespace evenkeel::lab {

// Statistics over several flows or runs. NaN means not measured: averages skip NaN, extremes of a set with NaN are NaN.
// Empty sets give NaN.

double average_of(const std::vector<double>& values);
/// Mean that is NaN if any value is.
double mean_of_all(const std::vector<double>& values);
double min_of(const std::vector<double>& values);
double max_of(const std::vector<double>& values);
/// Standard deviation over the mean, the coefficient of variation.
double variation_of(const std::vector<double>& values);
/// Jain's fairness index: 1 if all are equal, 1/n if one has everything.
double jain_of(const std::vector<double>& values);

/// "tcp1", "tcp2", ...
std::vector<std::string> numbered(const std::string& prefix, int count);

}  // namespace evenkeel::lab
