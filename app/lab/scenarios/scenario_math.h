#pragma once

#include <string>
#include <vector>

#include "app/lab/claims/statistics.h"

namespace evenkeel::lab {

// Numbers of several flows or runs brought together. Of nothing comes not-a-number. What is not a number was not
// measured: averages leave it out, of an extreme nothing can be said then.

double average_of(const std::vector<double>& values);
/// Not-a-number where one of them is.
double mean_of_all(const std::vector<double>& values);
double least_of(const std::vector<double>& values);
double most_of(const std::vector<double>& values);
/// Standard deviation over the mean, the coefficient of variation.
double variation_of(const std::vector<double>& values);
/// Jain's fairness index: 1 where all are equal, 1/n where one has everything.
double jain_of(const std::vector<double>& values);

/// "tcp1", "tcp2", ...
std::vector<std::string> numbered(const std::string& prefix, int count);

}  // namespace evenkeel::lab
