#pragma once

#include <algorithm>
#include <optional>

#include "core/control/scream/ack_tracker.h"

namespace evenkeel {

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
