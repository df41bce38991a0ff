#pragma once

#include <optional>

#include "core/units/time.h"

namespace evenkeel {

/// loss_event_rate of RFC 8298: the fraction of round trips in which a packet counted as lost. The text names no way to
/// estimate it; here it is averaged exponentially over about a hundred round trips.
class ScreamLossEventRate {
 public:
  void on_report(LocalTime now, Duration round_trip_time, bool lost) {
    lost_ = lost_ || lost;
    if (!since_) since_ = now;
    if (now < *since_ + round_trip_time) return;
    rate_ += weight * ((lost_ ? 1.0 : 0.0) - rate_);
    lost_ = false;
    since_ = now;
  }

  double rate() const { return rate_; }

  void reset() { *this = ScreamLossEventRate(); }

 private:
  static constexpr double weight = 0.01;
  double rate_ = 0;
  bool lost_ = false;
  std::optional<LocalTime> since_;
};

}  // namespace evenkeel
