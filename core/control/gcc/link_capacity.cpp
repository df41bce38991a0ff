#include "core/control/gcc/link_capacity.h"

#include <algorithm>
#include <cmath>

namespace evenkeel::gcc {
namespace {

constexpr double weight = 0.05;
constexpr double least_deviation = 0.4;
constexpr double largest_deviation = 2.5;

}  // namespace

void LinkCapacity::on_overuse(DataRate acknowledged) {
  if (!estimate_) {
    estimate_ = acknowledged;
    return;
  }
  estimate_ = (1 - weight) * *estimate_ + weight * acknowledged;
  const double error = (*estimate_ - acknowledged).kbps();
  const double sample = error * error / std::max(estimate_->kbps(), 1.0);
  deviation_ = std::clamp((1 - weight) * deviation_ + weight * sample, least_deviation, largest_deviation);
}

DataRate LinkCapacity::three_deviations() const {
  return kilobits_per_second(3 * std::sqrt(deviation_ * estimate_->kbps()));
}

DataRate LinkCapacity::lowest() const {
  return estimate_ ? std::max(DataRate(), *estimate_ - three_deviations()) : DataRate();
}

DataRate LinkCapacity::highest() const { return estimate_ ? *estimate_ + three_deviations() : DataRate::unlimited(); }

}  // namespace evenkeel::gcc
