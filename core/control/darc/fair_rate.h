#pragma once

#include <optional>

#include "core/control/tfrc/loss_events.h"
#include "core/control/tfrc/loss_intervals.h"
#include "core/path/path_monitor.h"
#include "core/units/data_rate.h"

namespace evenkeel::darc {

/// The rate beside a sender that fills the queue: what a TCP would have with our loss events, at most half of the
/// bottleneck, at least a fifth of it.
class FairRate {
 public:
  void start(DataRate rate, LocalTime now);
  void on_report(const PathReport& report);
  /// Goes towards the fair rate. `capacity`: of the bottleneck, as believed.
  DataRate update(DataRate capacity, std::optional<DataRate> most, LocalTime now);
  DataRate rate() const { return rate_; }
  /// 1 over the mean loss event interval; 0 before the first.
  double loss_event_rate() const;

 private:
  /// Packets from loss event to loss event, with which a TCP has half (RFC 5348, section 6.3.1).
  double expected_interval() const;

  TfrcLossEvents events_;
  TfrcLossIntervals intervals_;
  DataRate rate_;
  DataRate capacity_;
  LocalTime updated_{};
  Duration round_trip_{};
  double packet_bits_ = 8000;
  std::int64_t first_loss_or_start_ = -1;
};

/// Rates of a long-lived TCP, without timeouts: Reno sqrt(3/2)/(R sqrt p)
/// (Mathis et al. 1997), CUBIC 1.054 (R/p)^(3/4)/R (RFC 9438, section 5.1, C = 0.4, beta = 0.7). In bit/s.
DataRate reno_rate(double p, Duration round_trip, double packet_bits);
DataRate cubic_rate(double p, Duration round_trip, double packet_bits);

}  // namespace evenkeel::darc
