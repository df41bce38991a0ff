#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/path/confirmed_minimum.h"
#include "core/path/delay_differences.h"

namespace evenkeel::darc {

/// What of the one-way delay is the path's and not a queue's: its confirmed minimum over 30 s. While the path is shared
/// with a sender that keeps the queue full nothing is forgotten, since no packet may find it empty for long.
class BaseDelay {
 public:
  void on_delay(Duration delay, LocalTime sent);
  /// Above the base; zero before the first delay.
  Duration queue(Duration delay) const;
  bool known() const { return base_.has_value(); }
  Duration base() const { return base_.value_or(Duration::zero()); }

  /// The base stays, or falls, until thaw().
  void freeze() { frozen_ = true; }
  void thaw(LocalTime now);
  /// What was taken for a queue is the path's: another route.
  void rise(Duration by, LocalTime now);
  /// It was wrong and is learned anew, see Confirmation.
  void refute();
  void reset() { *this = BaseDelay(); }

 private:
  static constexpr Duration window = 30s;
  static constexpr Duration bucket = 1s;
  Confirmation confirmation_;
  WindowedMinimum<Duration> minimum_{window, bucket};
  std::optional<Duration> base_;
  bool frozen_ = false;
};

/// How much the delay differs from packet to packet, as an allowance J of the target queue: what jitter pretends to be
/// a queue must not be drained. J = min(15 ms, 2.5 (median |q_i - q_{i-1}| - 1 ms)+); reports round to 1 ms.
///
/// Of packets that left at least 8 ms apart, as those of 1.2 Mbit/s do. At higher rates most come right behind the one
/// before, since a late one holds up those behind it: they differ by less than the path does.
class JitterEstimate {
 public:
  /// In the order of sending.
  void on_queue(Duration queue, LocalTime sent) {
    if (last_ && sent < *last_ + spacing) return;
    last_ = sent;
    differences_.on_delay(queue);
  }
  Duration allowance() const;
  void reset() { *this = JitterEstimate(); }

 private:
  static constexpr Duration spacing = 8ms;
  std::optional<LocalTime> last_;  // of those that count
  DelayDifferences differences_;
};

}  // namespace evenkeel::darc
