#pragma once

#include <algorithm>
#include <optional>

#include "core/base/data_rate.h"
#include "core/base/time.h"

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

/// Whether the bottleneck has become narrower while somebody else keeps its queue full: the queue grows by a quarter of
/// the time and more, for a second. No sender that has found its rate makes it do so.
class Narrowing {
 public:
  /// What is left of the rate that comes to the bottleneck, once it has been growing for that long: of each second's
  /// packets the last one waits longer than the first by what did not pass.
  std::optional<double> on_report(Duration queue, LocalTime now) {
    if (!since_ || to_seconds(queue - queue_) < least_growth * to_seconds(now - *since_)) {
      since_ = now;
      queue_ = queue;
    }
    if (now - *since_ < patience) return std::nullopt;
    const double growth = to_seconds(queue - queue_) / to_seconds(now - *since_);
    since_.reset();
    return 1 - growth;
  }
  void reset() { since_.reset(); }

 private:
  static constexpr double least_growth = 0.25;
  static constexpr Duration patience = 1s;
  std::optional<LocalTime> since_;  // when the growth began
  Duration queue_{};                // then
};

}  // namespace evenkeel::darc
