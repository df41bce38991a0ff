#pragma once

#include "core/control/darc/delivery.h"
#include "core/path/windowed_extreme.h"

namespace evenkeel::darc {

/// B: the rate at which the bottleneck passes our packets on, its capacity where we are alone. What arrives is only
/// known to be that while a queue stands; otherwise it is a lower bound, and the estimate falls towards it slowly, so
/// that after an outage the last good rate is returned to.
class CapacityEstimate {
 public:
  struct Parameters {
    Duration forgetting = 1755ms;     ///< time constant at which B falls while no queue stands
    double rise = 1;                  ///< of the way to a larger measurement, per report, while no queue stands
    double most_growth = 1.3;         ///< B is at most so many times what was measured in the last 5 s
    double compensated_loss = 0.085;  ///< losses up to here are random, and added back
  };

  /// One report. `standing`: the queue that counts as one. `validated`: the bottleneck is known to pass on as much as
  /// the estimate says, so that it need not fall while we send less.
  void on_window(const Delivery::Window& window, Duration standing, bool validated, LocalTime now,
                 const Parameters& parameters);

  bool known() const { return rate_ > DataRate(); }
  DataRate rate() const { return rate_; }
  bool backlogged() const { return backlogged_; }
  /// What is known of the capacity otherwise: a rate of the past, a packet pair.
  void set(DataRate rate) { rate_ = rate; }
  void reset() { *this = CapacityEstimate(); }

 private:
  static constexpr Duration memory = 5s;
  DataRate rate_;
  bool backlogged_ = false;
  std::optional<LocalTime> updated_;
  WindowedMaximum<DataRate> measured_{memory, 500ms};
};

}  // namespace evenkeel::darc
