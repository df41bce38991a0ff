#include "app/lab/claims/statistics.h"

#include <algorithm>
#include <boost/math/statistics/linear_regression.hpp>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>
#include <limits>

#include "core/telemetry/percentile.h"

namespace evenkeel {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double mean_of(const std::vector<double>& values) {
  return values.empty() ? unknown : boost::math::statistics::mean(values);
}

double deviation_of(const std::vector<double>& values) {
  return values.empty() ? unknown : std::sqrt(boost::math::statistics::variance(values));
}

double median_of(std::vector<double> values) {
  return values.empty() ? unknown : boost::math::statistics::median(values);
}

double percentile_of(std::vector<double> values, double share) {
  if (values.empty()) return unknown;
  std::sort(values.begin(), values.end());
  return percentile_of_sorted(values, share);
}

Line fitted_line(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> known_x, known_y;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    known_x.push_back(x[i]);
    known_y.push_back(y[i]);
  }
  const auto [minimum, maximum] = std::minmax_element(known_x.begin(), known_x.end());
  if (known_x.empty() || *minimum == *maximum) return {unknown, unknown};
  const auto [offset, slope] = boost::math::statistics::simple_ordinary_least_squares(known_x, known_y);
  return {offset, slope};
}

}  // namespace evenkeel
