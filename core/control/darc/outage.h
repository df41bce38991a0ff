#pragma once

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/control/feedback_timeout.h"

namespace evenkeel::darc {

/// The link stands still, or has: no packet is reported for long (then the rate is halved again and again), or the
/// delay jumps between two reports by more than a queue can grow.
class Outage {
 public:
  void on_sent(LocalTime now, Duration timeout) { silence_.on_sent(now, timeout); }
  /// `arrived`: it names a packet that arrived; one that names none, or only losses, just shows that the peer is
  /// there, and the way to it may be dead. `queue_step`: since the report before, during which we sent at `rate`.
  /// `round_trip`: without queues.
  void on_report(bool arrived, Duration queue_step, DataRate rate, LocalTime now, Duration round_trip) {
    if (arrived && silent()) over_at_ = now;
    if (arrived) silence_.on_feedback(now, round_trip);
    jumped_ = queue_step > jump + burst / rate;
  }
  /// True once per `timeout` of silence.
  bool on_tick(LocalTime now, Duration timeout) { return silence_.expired(now, timeout); }
  std::optional<LocalTime> next_tick() const { return silence_.deadline(); }

  bool silent() const { return silence_.expirations() > 0; }
  bool jumped() const { return jumped_; }
  /// From the silence on until a packet is reported that was sent after it: much of what is in flight may be lost, and
  /// no report may ever name it.
  bool unsettled(LocalTime newest_sent) const { return silent() || newest_sent < over_at_; }

 private:
  static constexpr Duration jump = 70ms;
  static constexpr DataSize burst = bytes(4 * 1228);
  FeedbackTimeout silence_;
  bool jumped_ = false;
  LocalTime over_at_{};
};

}  // namespace evenkeel::darc
