#include "core/control/rivals/gcc/trendline.h"

#include <algorithm>

namespace evenkeel::gcc {
namespace {

constexpr int most_counted = 60;

}  // namespace

void Trendline::add(const GroupDelta& delta, const TrendlineParameters& p) {
  if (!origin_) origin_ = delta.arrival;
  accumulated_ += delta.delay_ms();
  smoothed_ = p.smoothing * smoothed_ + (1 - p.smoothing) * accumulated_;
  groups_ = std::min(groups_ + 1, most_counted);
  const auto window = static_cast<std::size_t>(std::clamp(p.groups, fewest_groups, most_groups));
  push({to_milliseconds(delta.arrival - *origin_), smoothed_}, window);
  if (count_ == window) fit();
}

void Trendline::push(const Point& point, std::size_t window) {
  while (count_ >= window) {
    std::move(points_.begin() + 1, points_.begin() + static_cast<std::ptrdiff_t>(count_), points_.begin());
    --count_;
  }
  points_[count_++] = point;
}

void Trendline::fit() {
  const auto n = static_cast<double>(count_);
  double mean_arrival = 0;
  double mean_delay = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    mean_arrival += points_[i].arrival / n;
    mean_delay += points_[i].delay / n;
  }
  double covariance = 0;
  double variance = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const double x = points_[i].arrival - mean_arrival;
    covariance += x * (points_[i].delay - mean_delay);
    variance += x * x;
  }
  if (variance > 0) slope_ = covariance / variance;  // arrivals at one instant make no line: the last one holds
}

double Trendline::modified(const TrendlineParameters& p) const { return groups_ * slope_ * p.gain; }

}  // namespace evenkeel::gcc
