#pragma once

#include <algorithm>

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

  struct Circumstances {
    Duration standing{};  ///< the queue that counts as one
    /// The bottleneck is known to pass on as much as B, which need not fall while we send less.
    bool validated = false;
    bool limited = false;                           ///< the source uses too little for what arrives to be a measure
    bool keeps_restart = false;                     ///< B is no less than restart()
    DataRate most_restart = DataRate::unlimited();  ///< of the bottleneck, by packet pairs
  };

  /// `start`: the rate at which the call begins.
  explicit CapacityEstimate(DataRate start = DataRate()) : start_(start), restart_(start) {}

  /// One report.
  void on_window(const Delivery::Window& window, const Circumstances& circumstances, LocalTime now,
                 const Parameters& parameters);

  bool known() const { return rate_ > DataRate(); }
  DataRate rate() const { return rate_; }
  bool backlogged() const { return backlogged_; }
  /// What a source that limits itself may go on with: the rate at which the call began, or what the bottleneck has, if
  /// that is known to be less.
  DataRate restart() const { return restart_; }
  /// What is known of the capacity otherwise.
  void set(DataRate rate) {
    rate_ = rate;
    restart_ = std::min(start_, rate);
  }

 private:
  static constexpr Duration memory = 5s;
  void learn_restart(DataRate measured, bool limited);

  DataRate start_;
  DataRate restart_;
  DataRate rate_;
  bool backlogged_ = false;
  std::optional<LocalTime> updated_;
  WindowedMaximum<DataRate> measured_{memory, 500ms};
};

}  // namespace evenkeel::darc
