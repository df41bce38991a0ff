#include "core/control/loss_intervals.h"

#include <algorithm>

namespace evenkeel {

double LossIntervals::weight(int i, int n) { return std::min(1.0, 2.0 * (n - i) / (n + 2)); }

void LossIntervals::Average::add(double packets, double weight) {
  total += packets * weight;
  weights += weight;
}

void LossIntervals::on_loss_event(double packets, const LossAveraging& averaging) {
  current_ = packets;
  const double discount = general_discount(averaging);  // that of the interval's last packet
  for (Interval& interval : closed_) interval.discount *= discount;
  std::move_backward(closed_.begin(), closed_.end() - 1, closed_.end());
  closed_.front() = {std::max(packets, 1.0), 1, discount};
  count_ = std::min(count_ + 1, most);
  current_ = 1;
}

void LossIntervals::take_back(std::size_t place) {
  if (place >= static_cast<std::size_t>(count_)) return;
  const Interval ended = closed_[place];
  std::move(closed_.begin() + static_cast<std::ptrdiff_t>(place) + 1, closed_.end(),
            closed_.begin() + static_cast<std::ptrdiff_t>(place));
  closed_.back() = {};
  --count_;
  for (std::size_t i = place; i < static_cast<std::size_t>(count_); ++i) closed_[i].discount /= ended.applied;
  if (place == 0) {
    current_ += ended.packets;
  } else {
    closed_[place - 1].packets += ended.packets;
  }
}

// k of section 5.4: with fewer than n intervals the oldest one known stands at the end of the sums.
int LossIntervals::used(const LossAveraging& averaging) const {
  return std::min(count_, std::clamp(averaging.intervals, 2, most));
}

double LossIntervals::discount_of(int i, const LossAveraging& averaging) const {
  return averaging.discounting ? closed(i).discount : 1;
}

double LossIntervals::mean(const LossAveraging& averaging) const {
  const double general = general_discount(averaging);
  Average with_current;
  with_current.add(current_, weight(0, averaging.intervals));
  for (int i = 1; i < used(averaging); ++i) {
    with_current.add(closed(i).packets, weight(i, averaging.intervals) * discount_of(i, averaging) * general);
  }
  return std::max(with_current.value(), closed_mean(averaging));
}

double LossIntervals::closed_mean(const LossAveraging& averaging) const {
  Average average;
  for (int i = 1; i <= used(averaging); ++i) {
    average.add(closed(i).packets, weight(i - 1, averaging.intervals) * discount_of(i, averaging));
  }
  return average.value();
}

double LossIntervals::general_discount(const LossAveraging& averaging) const {
  if (!averaging.discounting || empty()) return 1;
  const double usual = 2 * closed_mean(averaging);
  return current_ > usual ? std::max(averaging.discount_minimum, usual / current_) : 1;
}

}  // namespace evenkeel
