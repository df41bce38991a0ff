#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "core/base/time.h"

namespace evenkeel {

/// Counts the events of the last second: pictures per second.
class RateCounter {
 public:
  void on_event(LocalTime now) {
    events_.push_back(now);
    forget(now);
  }
  double per_second(LocalTime now) {
    forget(now);
    return static_cast<double>(events_.size());
  }

 private:
  void forget(LocalTime now) {
    while (!events_.empty() && events_.front() + 1s <= now) events_.pop_front();
  }
  std::deque<LocalTime> events_;
};

/// Counts freezes as W3C webrtc-stats defines freezeCount: an interval between two shown pictures of at least
/// max(3 d, d + 150 ms), d being the mean of the last 30 intervals.
class FreezeDetector {
 public:
  void on_shown(LocalTime at) {
    if (last_) on_interval(at - *last_);
    last_ = at;
  }
  /// The picture stopped for a known reason (the peer was silent): the next interval does not count.
  void interrupt() { last_.reset(); }

  int freezes() const { return freezes_; }
  /// Of these, in all (W3C totalFreezesDuration).
  Duration total_freezes() const { return total_freezes_; }
  /// Of all intervals between shown pictures (W3C totalInterFrameDelay).
  Duration total_intervals() const { return total_intervals_; }
  /// The longest interval since the last call.
  std::optional<Duration> take_longest() { return std::exchange(longest_, std::nullopt); }

 private:
  void on_interval(Duration interval) {
    longest_ = std::max(longest_.value_or(Duration::zero()), interval);
    total_intervals_ += interval;
    if (intervals_.size() == 30) {
      const Duration mean = sum_ / 30;
      if (interval >= std::max<Duration>(3 * mean, mean + 150ms)) {
        ++freezes_;
        total_freezes_ += interval;
      }
      sum_ -= intervals_.front();
      intervals_.pop_front();
    }
    intervals_.push_back(interval);
    sum_ += interval;
  }

  std::optional<LocalTime> last_;
  std::deque<Duration> intervals_;
  Duration sum_{};
  int freezes_ = 0;
  Duration total_freezes_{};
  Duration total_intervals_{};
  std::optional<Duration> longest_;
};

}  // namespace evenkeel
