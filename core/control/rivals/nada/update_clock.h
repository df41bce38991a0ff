#pragma once

#include <algorithm>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// Reports come when they come; updates follow each other every `interval` on the average, at the first report when one
/// is due.
class UpdateClock {
 public:
  void start(LocalTime now, Duration interval) {
    last_ = now;
    next_ = now + interval;
  }

  /// The time since the update before, if another one is due.
  std::optional<Duration> due(LocalTime now, Duration interval) {
    if (now < next_) return std::nullopt;
    const Duration delta = now - last_;
    last_ = now;
    next_ = std::max(next_ + interval, now + interval / 4);
    return delta;
  }

 private:
  LocalTime last_{};
  LocalTime next_{};
};

}  // namespace evenkeel
