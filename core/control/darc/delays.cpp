#include "core/control/darc/delays.h"

#include <algorithm>

namespace evenkeel::darc {
namespace {

constexpr Duration resolution = 1ms;
constexpr Duration largest_allowance = 15ms;

}  // namespace

void BaseDelay::on_delay(Duration delay, LocalTime sent) {
  const Duration confirmed = confirmation_.add(sent, delay);
  if (frozen_) {
    base_ = std::min(base_.value_or(confirmed), confirmed);
    return;
  }
  minimum_.add(sent, confirmed);
  base_ = minimum_.value();
}

Duration BaseDelay::queue(Duration delay) const {
  return base_ ? std::max(delay - *base_, Duration::zero()) : Duration::zero();
}

void BaseDelay::thaw(LocalTime now) {
  if (!frozen_) return;
  frozen_ = false;
  rise(Duration::zero(), now);
}

void BaseDelay::rise(Duration by, LocalTime now) {
  if (!base_) return;
  *base_ += by;
  if (by > Duration::zero()) confirmation_.reset();
  minimum_.reset();
  minimum_.add(now, *base_);
}

void BaseDelay::refute() {
  frozen_ = false;
  base_.reset();
  minimum_.reset();
  confirmation_.refute();
}

Duration JitterEstimate::allowance() const {
  const auto median = differences_.median();
  if (!median) return Duration::zero();
  return std::min(std::max(*median - resolution, Duration::zero()) * 5 / 2, largest_allowance);
}

}  // namespace evenkeel::darc
