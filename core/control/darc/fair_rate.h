#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/control/loss_events.h"
#include "core/control/loss_intervals.h"
#include "core/path/path_monitor.h"

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
  void take_back(const PacketResult& late);

  LossEvents events_;
  LossIntervals intervals_;
  DataRate rate_;
  DataRate capacity_;
  LocalTime updated_{};
  Duration round_trip_{};
  static constexpr double first_packet_bits = 8000;
  double packet_bits_ = first_packet_bits;
  std::int64_t first_ = -1;  // packet of which anything is known
  std::int64_t first_loss_or_start_ = -1;
};

}  // namespace evenkeel::darc
