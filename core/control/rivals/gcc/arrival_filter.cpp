#include "core/control/rivals/gcc/arrival_filter.h"

#include <algorithm>
#include <cmath>

// What the texts leave open, and how it is read here:
// * The cap of z at 3 sigma holds for the gradient as well as for the variance: one outlier is to move neither far.
// * f_max looks at the departures of the last 10 groups, none less than 5 ms apart, which is what makes a group.
// * The variance of the noise begins at its least value.

namespace evenkeel::gcc {
namespace {

constexpr int most_counted = 60;
constexpr double least_variance = 1;  // ms^2
constexpr Duration least_interval = 5ms;
constexpr Duration largest_interval = 1s;

}  // namespace

void ArrivalFilter::add(const GroupDelta& delta, const ArrivalFilterParameters& p) {
  if (e_ < 0) e_ = p.e0;
  intervals_[next_interval_++ % remembered] = std::clamp<Duration>(delta.sending, least_interval, largest_interval);
  const double largest = 3 * std::sqrt(variance_);
  const double z = std::clamp(delta.delay_ms() - m_, -largest, largest);
  const double a = alpha(p);
  variance_ = std::max(a * variance_ + (1 - a) * z * z, least_variance);  // of this group already, in the gain
  const double predicted = e_ + p.q;
  const double k = predicted / (variance_ + predicted);
  m_ += k * z;
  e_ = (1 - k) * predicted;
  groups_ = std::min(groups_ + 1, most_counted);
}

double ArrivalFilter::alpha(const ArrivalFilterParameters& p) const {
  const auto known = static_cast<std::ptrdiff_t>(std::min(next_interval_, remembered));
  const Duration shortest = *std::min_element(intervals_.begin(), intervals_.begin() + known);
  return std::pow(1 - p.chi, 30 * to_milliseconds(shortest) / 1000);
}

}  // namespace evenkeel::gcc
