#include "core/rtp/reordering_window.h"

#include <algorithm>

namespace evenkeel {

void ReorderingWindow::on_reordered(Duration extent, LocalTime now) {
  const Duration before = decayed(now);
  if (before > Duration::zero() && 2 * extent < before) return;
  const Duration measured = std::max(extent, Duration::zero()) * 5 / 4 + resolution;
  needed_ = std::max(needed_, now);
  length_ = bounded(std::max(before > Duration::zero() ? before : least_round_trip_ / 4, measured));
}

Duration ReorderingWindow::bounded(Duration length) const {
  return round_trip_ > Duration::zero() ? std::min(length, round_trip_) : length;
}

Duration ReorderingWindow::decayed(LocalTime now) const {
  if (length_ <= Duration::zero() || now <= needed_) return length_;
  constexpr std::int64_t most_halvings = 30;
  const auto halvings = std::min<std::int64_t>((now - needed_) / memory, most_halvings);
  const Duration left = length_ / (std::int64_t{1} << halvings);
  return left > resolution ? left : Duration::zero();
}

Duration ReorderingWindow::length(LocalTime now) const { return bounded(decayed(now)); }

}  // namespace evenkeel
