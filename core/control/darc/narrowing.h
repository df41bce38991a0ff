#pragma once

#include <optional>

#include "core/units/time.h"

namespace evenkeel::darc {

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
