#include "core/path/delay_differences.h"

#include <algorithm>

namespace evenkeel {

void DelayDifferences::on_delay(Duration delay) {
  if (last_) on_difference(delay > *last_ ? delay - *last_ : *last_ - delay);
  last_ = delay;
}

void DelayDifferences::on_difference(Duration difference) {
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

std::optional<Duration> DelayDifferences::median() const {
  const std::size_t n = std::min(count_, most_kept);
  if (n < most_kept / 2) return std::nullopt;
  return sorted_[n / 2];
}

}  // namespace evenkeel
