#include "core/control/rivals/gcc/overuse_detector.h"

#include <algorithm>
#include <cmath>

// What the texts leave open, and how it is read here:
// * The time above the threshold is counted in departures; the crossing lies in the middle of the first interval.
// * "Not falling" compares T, which n scales, only up to the 60th group: from there on it is the gradient itself.
// * Time is that of the arrivals: several groups come with one report.
// * Literally, k dt may exceed one (k_d above 26 ms): the threshold then passes |T|, down to its least value.

namespace evenkeel::gcc {
namespace {

constexpr Duration longest_threshold_step = 100ms;
constexpr int least_groups_above = 2;

}  // namespace

void AdaptiveThreshold::update(double t, RemoteTime at, const DetectorParameters& p) {
  const Duration since = updated_ ? at - *updated_ : Duration::zero();
  updated_ = at;
  const double size = std::abs(t);
  if (size > value_ + p.spike) return;
  const double dt = to_milliseconds(std::clamp(since, Duration::zero(), longest_threshold_step));
  const double k = size < value_ ? p.k_down : p.k_up;
  value_ = std::clamp(value_ + k * dt * (size - value_), p.lowest, std::max(p.lowest, p.highest));
}

void OveruseDetector::update(double t, Duration sending, RemoteTime at, const DetectorParameters& p) {
  if (t > threshold_.value()) {
    count_above(t, sending, p);
  } else {
    above_ = Duration::zero();
    groups_above_ = 0;
    usage_ = t < -threshold_.value() ? Usage::underuse : Usage::normal;
  }
  previous_ = t;
  threshold_.update(t, at, p);
}

void OveruseDetector::count_above(double t, Duration sending, const DetectorParameters& p) {
  above_ += groups_above_ == 0 ? sending / 2 : sending;
  ++groups_above_;
  if (above_ > p.overuse_time && groups_above_ >= least_groups_above && t >= previous_) usage_ = Usage::overuse;
}

}  // namespace evenkeel::gcc
