#pragma once

#include <optional>

#include "core/control/rivals/scream/ack_tracker.h"
#include "core/control/rivals/scream/scream_parameters.h"

namespace evenkeel {

/// The congestion window of RFC 8298, sections 4.1.2.1, 4.1.2.2 and 4.1.2.7.
class ScreamCwnd {
 public:
  enum class Event { none, loss, mark };

  /// In fast increase, with a window of so many bytes.
  void start(const ScreamV1Parameters& parameters, double window, LocalTime now);
  /// Another window, as soon as it is known what the start rate takes.
  void set(const ScreamV1Parameters& parameters, double window);
  void on_sent(LocalTime now, DataSize in_flight) { most_in_flight_.add(now, in_flight); }
  /// `trend`: qdelay_trend; `target`: qdelay_target. Returns what of it was a congestion event: losses and marks within
  /// a round trip of the last one are none.
  Event on_ack(const ScreamV1Parameters& parameters, const ScreamAck& ack, double trend, Duration target);
  /// Nothing was acknowledged for long: the smallest window, and fast increase as at the start.
  void collapse(const ScreamV1Parameters& parameters, LocalTime now);

  double bytes() const { return cwnd_; }
  bool in_fast_increase() const { return fast_increase_; }

 private:
  void undo();
  Event event_of(const ScreamAck& ack);
  void leave_fast_increase(LocalTime now);
  void cut(const ScreamV1Parameters& parameters, double factor, LocalTime now);
  void grow(const ScreamV1Parameters& parameters, const ScreamAck& ack, double trend, Duration target);
  void steer(const ScreamV1Parameters& parameters, const ScreamAck& ack, Duration target);
  void resume(const ScreamV1Parameters& parameters, double trend, LocalTime now);

  double cwnd_ = 0;
  bool fast_increase_ = true;
  WindowedMaximum<DataSize> most_in_flight_{5s, 250ms};  // max_bytes_in_flight (RFC 8298, section 4.1.2.2)
  double before_loss_ = 0;                               // cwnd before the last cut for a loss
  std::optional<LocalTime> last_event_;
  LocalTime calm_since_{};  // no trend, and not in fast increase
};

}  // namespace evenkeel
