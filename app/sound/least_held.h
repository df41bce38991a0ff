#pragma once

#include <algorithm>

#include "core/base/time.h"

namespace evenkeel {

/// What a device holds back at least: the least that was measured in the last one to two seconds, between 0 and 300 ms.
/// The echo canceller takes a delay that is told too short far better than one that is told too long.
class LeastHeld {
 public:
  Duration on_measured(Duration held, LocalTime now) {
    constexpr Duration most = 300ms;
    held = std::clamp(held, Duration::zero(), most);
    if (now - begun_ >= 1s) {
      before_ = now - begun_ < 2s ? least_ : held;
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
