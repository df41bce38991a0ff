#include "gui/plots/y_scale.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr double headroom = 0.06;     // of the range, so that a curve does not run along the frame
constexpr double shrink_below = 0.6;  // of the present range
constexpr double shrink_after_s = 3;  // longer than an oscillation of a control loop that settles
constexpr double smallest_range = 1e-9;

double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double mantissa : {1.0, 2.0, 2.5, 5.0})
    if (step <= mantissa * power * 1.0001) return mantissa * power;
  return 10 * power;
}

}  // namespace

YScale::Ends YScale::round(double lowest, double highest) const {
  if (from_zero_) lowest = std::min(0.0, lowest);
  if (highest - lowest < smallest_range) {
    const double margin = std::max(std::abs(highest) * 0.1, from_zero_ ? 1.0 : smallest_range);
    return {from_zero_ ? lowest : lowest - margin, highest + margin};
  }
  const double margin = headroom * (highest - lowest);
  const double low = lowest == 0 ? 0 : lowest - margin;
  const double high = highest + margin;
  const double step = round_step((high - low) / 8);
  return {std::floor(low / step) * step, std::ceil(high / step) * step};
}

void YScale::fit(double lowest, double highest) {
  ends_ = round(lowest, highest);
  fitted_ = true;
  roomy_since_s_ = -1;
}

bool YScale::much_smaller(Ends ends) const { return ends.high - ends.low < shrink_below * (ends_.high - ends_.low); }

void YScale::follow(double lowest, double highest, double now_s) {
  if (!fitted_) return fit(lowest, highest);
  const Ends needed = round(lowest, highest);
  if (lowest < ends_.low || highest > ends_.high) {
    ends_ = {lowest < ends_.low ? needed.low : ends_.low, highest > ends_.high ? needed.high : ends_.high};
  }
  if (!much_smaller(needed)) {
    roomy_since_s_ = -1;
  } else if (roomy_since_s_ < 0) {
    roomy_since_s_ = now_s;
  } else if (now_s - roomy_since_s_ > shrink_after_s) {
    fit(lowest, highest);
  }
}

}  // namespace evenkeel
