#pragma once

#include <array>
#include <cstddef>

#include "core/control/rivals/gcc/packet_groups.h"

namespace evenkeel::gcc {

struct TrendlineParameters {
  int groups = 20;         ///< the line goes through so many
  double smoothing = 0.9;  ///< of the delay, per group
  double gain = 4;         ///< of the slope, before it is compared
};

/// How fast the delay grows: the slope of the line of least squares through the delays of the last groups over their
/// arrivals, the delays accumulated from d and smoothed exponentially.
class Trendline {
 public:
  static constexpr int fewest_groups = 2;
  static constexpr int most_groups = 100;

  void add(const GroupDelta& delta, const TrendlineParameters& p);

  /// ms of delay per ms; zero until there are as many groups as the line wants.
  double slope() const { return slope_; }
  /// What is held against the threshold: min(n, 60) slope gain, n the groups so far.
  double modified(const TrendlineParameters& p) const;

  void reset() { *this = Trendline(); }

 private:
  struct Point {
    double arrival = 0;  // ms since the first one
    double delay = 0;    // ms, smoothed
  };
  void push(const Point& point, std::size_t window);
  void fit();

  std::array<Point, most_groups> points_{};  // the oldest first
  std::size_t count_ = 0;
  std::optional<RemoteTime> origin_;
  double accumulated_ = 0;  // ms
  double smoothed_ = 0;     // ms
  double slope_ = 0;
  int groups_ = 0;
};

}  // namespace evenkeel::gcc
