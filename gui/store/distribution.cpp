#include "gui/store/distribution.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr double smallest_width = 1e-9;

double round_up(double width) {
  const double power = std::pow(10, std::floor(std::log10(width)));
  for (const double mantissa : {1.0, 2.0, 5.0})
    if (width <= mantissa * power * 1.0001) return mantissa * power;
  return 10 * power;
}

/// Of what is always the same: in the middle of the bar, which is as wide as no digit that anybody reads.
Bins bin_around(double value) {
  const double width = value == 0 ? 0.01 : round_up(std::abs(value) / 100);
  return {value - width / 2, width, 1};
}

}  // namespace

Bins bins_for(double lowest, double highest, std::size_t most) {
  const double least =
      std::max({smallest_width, std::abs(lowest) * smallest_width, std::abs(highest) * smallest_width});
  Bins bins;
  bins.width = round_up(std::max((highest - lowest) / static_cast<double>(most), least));
  if (highest - lowest < least) return bin_around((lowest + highest) / 2);
  const double first = std::floor(lowest / bins.width);
  bins.from = first * bins.width;
  bins.count = static_cast<std::size_t>(std::floor(highest / bins.width) - first) + 1;
  return bins;
}

std::vector<double> histogram(const std::vector<double>& values, const Bins& bins) {
  if (values.empty()) return {};
  std::vector<double> shares(bins.count);
  const double last = static_cast<double>(bins.count - 1);
  for (const double value : values)
    shares[static_cast<std::size_t>(std::clamp(std::floor((value - bins.from) / bins.width), 0.0, last))] += 1;
  for (double& share : shares) share /= static_cast<double>(values.size());
  return shares;
}

std::vector<CdfPoint> cumulative_distribution(std::vector<double>& values, std::size_t most) {
  std::vector<CdfPoint> points;
  std::sort(values.begin(), values.end());
  const std::size_t step = std::max<std::size_t>(1, (values.size() + most - 1) / std::max<std::size_t>(most, 1));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool last = i + 1 == values.size();
    if ((i + 1) % step != 0 && !last) continue;
    points.push_back({values[i], static_cast<double>(i + 1) / static_cast<double>(values.size())});
  }
  return points;
}

}  // namespace evenkeel
