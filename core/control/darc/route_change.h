#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "core/base/time.h"

namespace evenkeel::darc {

/// A delay that is high and does not move, while we send less than passes through: no queue, but a longer path. The
/// queues of others are never that still.
class RouteChange {
 public:
  void on_delay(Duration delay) { delays_[count_++ % delays_.size()] = delay; }

  /// Whether the latest delays lie within `spread`, and have for `patience`.
  bool on_report(bool could_be, Duration spread, Duration patience, LocalTime now) {
    if (!could_be || !flat(spread)) {
      since_.reset();
      return false;
    }
    if (!since_) since_ = now;
    return now - *since_ > patience;
  }
  void reset() { *this = RouteChange(); }

 private:
  bool flat(Duration spread) const {  // between the 10th and the 90th percentile
    if (count_ < delays_.size()) return false;
    auto sorted = delays_;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() * 9 / 10] - sorted[sorted.size() / 10] < spread;
  }

  std::array<Duration, 40> delays_{};
  std::size_t count_ = 0;
  std::optional<LocalTime> since_;
};

}  // namespace evenkeel::darc
