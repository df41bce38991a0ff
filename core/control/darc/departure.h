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
    short_for_ = Duration::zero();
    reported_ = now;
  }
  /// True where it has gone.
  bool on_report(bool queue_is_short, DataRate capacity, LocalTime now) {
    least_ = std::min(least_, capacity);
    if (capacity > wider * least_) {
      patience_ = longest;
      least_ = capacity;
    }
    const Duration passed = std::min<Duration>(now - reported_, longest_step);
    reported_ = now;
    short_for_ = queue_is_short ? short_for_ + passed : std::max<Duration>(short_for_ - weight * passed, 0ms);
    if (short_for_ <= patience_) return false;
    left_ = now;
    return true;
  }

 private:
  static constexpr Duration shortest = 1200ms;
  static constexpr Duration longest = 4s;
  static constexpr Duration soon = 20s;
  static constexpr double wider = 1.25;
  static constexpr int weight = 6;  // links that send in bursts (LTE) make short queues long for a moment
  static constexpr Duration longest_step = 250ms;
  Duration patience_ = shortest;
  DataRate least_;
  std::optional<LocalTime> left_;
  LocalTime reported_{};
  Duration short_for_{};  // less `weight` times as long as it was not
};

}  // namespace evenkeel::darc
