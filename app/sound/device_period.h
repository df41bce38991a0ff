#pragma once

#include <algorithm>

#include "core/base/time.h"

namespace evenkeel {

/// Whether a device still takes blocks. Many take several at once and then none for as long as those last: only one
/// that pauses for several times as long as it did before has stopped.
class DevicePeriod {
 public:
  void on_taken(LocalTime now) {
    const Duration gap = now - taken_;
    taken_ = now;
    period_ = std::max(gap <= longest_wait ? gap : Duration::zero(), period_ - period_ / 256);
  }
  /// It is known to be away: nobody waits for it.
  void on_lost() { *this = {}; }
  bool has_stopped(LocalTime now) const {
    return now - taken_ > std::clamp(Duration(4 * period_), shortest_wait, longest_wait);
  }

 private:
  static constexpr Duration shortest_wait = 200ms;
  static constexpr Duration longest_wait = 1s;

  LocalTime taken_{};  // last
  Duration period_{};  // the longest gap between blocks, which fades over some hundred of them
};

}  // namespace evenkeel
