#include "core/control/darc/delays.h"

#include <algorithm>

namespace evenkeel::darc {
namespace {

constexpr Duration resolution = 1ms;
constexpr Duration largest_allowance = 15ms;

}  // namespace

void BaseDelay::on_delay(Duration delay, LocalTime sent) {
  if (frozen_) {
    base_ = std::min(base_.value_or(delay), delay);
    return;
  }
  minimum_.add(sent, delay);
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
  minimum_.reset();
  minimum_.add(now, *base_);
}

void JitterEstimate::on_queue(Duration queue) {
  if (known_) on_difference(queue > last_ ? queue - last_ : last_ - queue);
  last_ = queue;
  known_ = true;
}

void JitterEstimate::on_difference(Duration difference) {
  Duration& oldest = differences_[count_ % most_kept];
  auto end = sorted_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, most_kept));
  if (count_ >= most_kept) {
    const auto gone = std::lower_bound(sorted_.begin(), end, oldest);
    end = std::move(gone + 1, end, gone);
  }
  const auto place = std::upper_bound(sorted_.begin(), end, difference);
  std::move_backward(place, end, end + 1);
  *place = oldest = difference;
  ++count_;
}

Duration JitterEstimate::allowance() const {
  const std::size_t n = std::min(count_, most_kept);
  if (n < most_kept / 2) return Duration::zero();
  const Duration above = std::max(sorted_[n / 2] - resolution, Duration::zero());
  return std::min(above * 5 / 2, largest_allowance);
}

}  // namespace evenkeel::darc
