#pragma once

#include <algorithm>
#include <optional>

#include "core/units/data_rate.h"
#include "core/units/time.h"

namespace evenkeel::darc {

/// Whether the sender that kept the queue full has gone: the queue is short, for long enough. A TCP that lost much, or
/// to which the bottleneck has become wider, lets the queue be short as well until its window has grown. So longer is
/// waited for where somebody came back soon after the last time, and where the bottleneck has become wider.
class Departure {
 public:
  /// Somebody is there. `capacity`: of the bottleneck, as believed.
  void start(LocalTime now, DataRate capacity) {
    const bool back = left_ && now - *left_ < soon;
    patience_ = back ? std::min<Duration>(2 * patience_, longest) : shortest;
    least_ = capacity;
    short_since_.reset();
  }
  /// True where it has gone.
  bool on_report(bool queue_is_short, DataRate capacity, LocalTime now) {
    least_ = std::min(least_, capacity);
    if (capacity > wider * least_) {
      patience_ = longest;
      least_ = capacity;
    }
    if (!queue_is_short) short_since_.reset();
    if (queue_is_short && !short_since_) short_since_ = now;
    if (!short_since_ || now - *short_since_ <= patience_) return false;
    left_ = now;
    return true;
  }

 private:
  static constexpr Duration shortest = 1200ms;
  static constexpr Duration longest = 4s;
  static constexpr Duration soon = 20s;
  static constexpr double wider = 1.25;
  Duration patience_ = shortest;
  DataRate least_;
  std::optional<LocalTime> left_;
  std::optional<LocalTime> short_since_;
};

}  // namespace evenkeel::darc
