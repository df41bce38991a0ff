#pragma once

#include <algorithm>

#include "core/base/time.h"

namespace evenkeel {

/// What a device holds back at least: the least that was measured in the last 15 to 30 s, between 0 and 300 ms. What
/// the sound service tells of its place is interpolated, and may be tens of milliseconds behind for ten seconds, as
/// after a start on a busy machine. The echo canceller takes a delay that is told too short far better than one that is
/// told too long.
class LeastHeld {
 public:
  Duration on_measured(Duration held, LocalTime now) {
    constexpr Duration most = 300ms;
    constexpr Duration half = 15s;
    held = std::clamp(held, Duration::zero(), most);
    if (now - begun_ >= half) {
      before_ = now - begun_ < 2 * half ? least_ : held;
      least_ = held;
      begun_ = now;
    }
    least_ = std::min(least_, held);
    return std::min(least_, before_);
  }

 private:
  LocalTime begun_{};
  Duration least_{};
  Duration before_{};
};

}  // namespace evenkeel
