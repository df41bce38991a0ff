#pragma once

#include <cstdint>
#include <optional>

#include "core/base/data_rate.h"

namespace evenkeel {

/// Sums over a flow's packets and loss events, for the estimators of Rhee and Xu (SIGCOMM 2005, sections 2 and 5). A
/// copy taken at the beginning of an observation and since() give those of a part of a run.
/// Means of nothing are zero.
class LossEventEstimators {
 public:
  void on_packets(std::int64_t count) { packets_ += count; }
  /// `theta`: packets since the loss event before, where there was one. `theta_hat`: the weighted average of the
  /// intervals that have ended, which TFRC takes for theta; at least 1. `rate`: f(1/theta_hat).
  void on_loss_event(std::optional<double> theta, double theta_hat, DataRate rate);

  std::int64_t loss_events() const { return loss_events_; }
  std::int64_t packets() const { return packets_; }  ///< whose fate is known
  /// p: loss events per packet.
  double loss_event_rate() const { return per(static_cast<double>(loss_events_), packets_); }
  double mean_theta() const { return per(theta_sum_, intervals_); }                     ///< E[theta], packets
  double mean_theta_hat() const { return per(theta_hat_sum_, loss_events_); }           ///< E[theta^], packets
  double mean_inverse_theta_hat() const { return per(inverse_sum_, loss_events_); }     ///< E[1/theta^]
  double variance_of_theta_hat() const;                                                 ///< VAR[theta^], packets^2
  DataRate mean_rate() const { return bits_per_second(per(rate_sum_, loss_events_)); }  ///< E[f(1/theta^)]
  /// 1 / E[1/f(1/theta^)]: the throughput of the basic control by eq. 2.
  DataRate basic_throughput() const;

  /// What came after `earlier`, an older copy of this one.
  LossEventEstimators since(const LossEventEstimators& earlier) const;

 private:
  static double per(double sum, std::int64_t count) { return count > 0 ? sum / static_cast<double>(count) : 0; }

  std::int64_t packets_ = 0;
  std::int64_t loss_events_ = 0;
  std::int64_t intervals_ = 0;
  double theta_sum_ = 0;
  double theta_hat_sum_ = 0;
  double theta_hat_squares_ = 0;
  double inverse_sum_ = 0;
  double rate_sum_ = 0;          // bit/s
  double inverse_rate_sum_ = 0;  // s/bit
};

}  // namespace evenkeel
