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

double average_of(const std::vector<double>& values) {
  double sum = 0;
  double count = 0;
  for (const double v : finite(values)) {
    sum += v;
    ++count;
  }
  return count > 0 ? sum / count : std::nan("");
}

double mean_of_all(const std::vector<double>& values) { return all_finite(values) ? average_of(values) : std::nan(""); }

double least_of(const std::vector<double>& values) {
  if (values.empty() || !all_finite(values)) return std::nan("");
  return *std::min_element(values.begin(), values.end());
}

double most_of(const std::vector<double>& values) {
  if (values.empty() || !all_finite(values)) return std::nan("");
  return *std::max_element(values.begin(), values.end());
}

double variation_of(const std::vector<double>& values) {
  const double mean = average_of(values);
  std::vector<double> squares;
  for (const double v : values) squares.push_back((v - mean) * (v - mean));
  return mean != 0 ? std::sqrt(average_of(squares)) / mean : std::nan("");
}

double jain_of(const std::vector<double>& values) {
  std::vector<double> squares;
  for (const double v : values) squares.push_back(v * v);
  const double mean = average_of(values);
  const double mean_square = average_of(squares);
  return mean_square > 0 ? mean * mean / mean_square : std::nan("");
}

Line fitted_line(const std::vector<double>& x, const std::vector<double>& y) {
  double n = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    ++n;
    sum_x += x[i];
    sum_y += y[i];
    sum_xx += x[i] * x[i];
    sum_xy += x[i] * y[i];
  }
  const double spread = n * sum_xx - sum_x * sum_x;
  if (!(spread > 0)) return {std::nan(""), std::nan("")};
  const double slope = (n * sum_xy - sum_x * sum_y) / spread;
  return {(sum_y - slope * sum_x) / n, slope};
}

std::vector<std::string> numbered(const std::string& prefix, int count) {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

}  // namespace evenkeel::lab
