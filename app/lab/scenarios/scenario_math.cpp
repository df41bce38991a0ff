#include "app/lab/scenarios/scenario_math.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace evenkeel::lab {
namespace {

std::vector<double> finite(const std::vector<double>& values) {
  std::vector<double> kept;
  std::copy_if(values.begin(), values.end(), std::back_inserter(kept), [](double v) { return std::isfinite(v); });
  return kept;
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

}  // namespace

double average_of(const std::vector<double>& values) { return mean_of(finite(values)); }

double mean_of_all(const std::vector<double>& values) { return all_finite(values) ? average_of(values) : std::nan(""); }

double min_of(const std::vector<double>& values) {
  if (values.empty() || !all_finite(values)) return std::nan("");
  return *std::min_element(values.begin(), values.end());
}

double max_of(const std::vector<double>& values) {
  if (values.empty() || !all_finite(values)) return std::nan("");
  return *std::max_element(values.begin(), values.end());
}

double variation_of(const std::vector<double>& values) {
  const std::vector<double> known = finite(values);
  const double mean = mean_of(known);
  return mean != 0 ? deviation_of(known) / mean : std::nan("");
}

double jain_of(const std::vector<double>& values) {
  std::vector<double> squares;
  for (const double v : values) squares.push_back(v * v);
  const double mean = average_of(values);
  const double mean_square = average_of(squares);
  return mean_square > 0 ? mean * mean / mean_square : std::nan("");
}

std::vector<std::string> numbered(const std::string& prefix, int count) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

}  // namespace evenkeel::lab
