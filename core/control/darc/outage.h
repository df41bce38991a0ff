#pragma once

#include "core/control/feedback_timeout.h"
#include "core/units/data_rate.h"
#include "core/units/data_size.h"

namespace evenkeel::darc {

/// The link stands still, or has: no packet is reported for long (then the rate is halved again and again), or the
/// delay jumps between two reports by more than a queue can grow.
class Outage {
 public:
  void on_sent(LocalTime now, Duration timeout) { silence_.on_sent(now, timeout); }
  /// `tells`: it is about packets; one that is about none only shows that the peer is there, and the way to it may be
  /// dead. `queue_step`: since the report before, during which we sent at `rate`.
  void on_report(bool tells, Duration queue_step, DataRate rate) {
    if (tells) silence_.on_feedback();
    jumped_ = queue_step > jump + burst / rate;
  }
  /// True once per `timeout` of silence.
  bool on_tick(LocalTime now, Duration timeout) { return silence_.expired(now, timeout); }
  std::optional<LocalTime> next_tick() const { return silence_.deadline(); }

  bool silent() const { return silence_.expirations() > 0; }
  bool jumped() const { return jumped_; }

 private:
  static constexpr Duration jump = 70ms;
  static constexpr DataSize burst = bytes(4 * 1228);
  FeedbackTimeout silence_;
  bool jumped_ = false;
};

}  // namespace evenkeel::darc
