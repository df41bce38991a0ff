#pragma once

#include <algorithm>
#include <optional>

#include "core/base/time.h"
#include "core/control/rivals/scream/ack_tracker.h"

namespace evenkeel {

/// l4s_alpha_v of SCReAM v2: a queue delay above half its target counts as if the network marked packets, the share of
/// them rising from 0 there to 1 at the target. The target must be above zero.
inline double scream_virtual_alpha(Duration average_queue_delay, Duration target) {
  const double half = to_seconds(target) / 2;
  return std::clamp((to_seconds(average_queue_delay) - half) / half, 0.0, 1.0);
}

/// By which share the window falls for such a share of marks: half of it per VIRTUAL_RTT, so that a longer round trip,
/// within which there are several reductions, does not fall the deeper.
inline double scream_backoff(double alpha, Duration round_trip_time, Duration virtual_rtt) {
  return alpha / 2 / std::max(1.0, to_seconds(round_trip_time) / to_seconds(virtual_rtt));
}

/// l4s_alpha of SCReAM v2: the share of what is acknowledged that carries a mark, averaged quickly upwards and slowly
/// downwards; a step every min(10 ms, s_rtt) at most.
class ScreamL4sAlpha {
 public:
  void on_ack(const ScreamAck& ack, double gain_up, double gain_down) {
    acknowledged_ += ack.acknowledged;
    marked_ += ack.marked;
    if (acknowledged_ <= DataSize() || (next_ && ack.now < *next_)) return;
    next_ = ack.now + std::min<Duration>(longest_interval, ack.round_trip_time);
    const double share = std::clamp(marked_ / acknowledged_, 0.0, 1.0);
    alpha_ += (share > alpha_ ? gain_up : gain_down) * (share - alpha_);
    acknowledged_ = marked_ = DataSize();
  }

  double alpha() const { return alpha_; }

  void reset() { *this = ScreamL4sAlpha(); }

 private:
  static constexpr Duration longest_interval = 10ms;
  double alpha_ = 0;
  DataSize acknowledged_;
  DataSize marked_;
  std::optional<LocalTime> next_;
};

}  // namespace evenkeel
