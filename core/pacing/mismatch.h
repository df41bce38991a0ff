#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/base/time.h"

namespace evenkeel {

/// d_c - d_e in bytes (eqs 5-7 of the RMC paper): what should have been sent by now less what was sent.
///
/// Only the difference is kept, as a double: it stays small, so that a call of days is as exact as one of seconds,
/// where the two sums themselves would lose bytes (a float does after 16 MB).
///
/// The integral of r_c is taken piecewise with the rate that held at each time, which is eq. 5 itself. Its backward
/// Euler form, eq. 8, bills the whole interval at the newest rate; it is the same number unless the rate changed
/// within the interval, and wrong by (change of rate) x (time since the last iteration) if it did: after a stall of
/// 500 ms, 250 kB too many for a rise by 4 Mbit/s. The loop from e to y, and with it Propositions 1 and 2, is the same.
class Mismatch {
 public:
  double bytes() const { return bytes_; }
  DataRate rate() const { return rate_; }
  double bytes_at(LocalTime now) const { return bytes_ + due_since(now); }

  /// When bytes_at() is `bytes`, at the present rate and rounded up to a nanosecond; in the past where it is already,
  /// a day ahead at most. Nothing at rate zero.
  std::optional<LocalTime> time_of(double bytes) const;

  /// Until the first call with a time nothing is due.
  void advance(LocalTime now);
  /// Rates below zero or not a number count as zero. With an unlimited rate nothing is ever due.
  void set_rate(DataRate rate, LocalTime now);
  void on_sent(DataSize size);
  /// Anti-windup; returns how many bytes it dropped.
  double limit(double maximum_bytes);
  void reset(LocalTime now);

 private:
  double due_since(LocalTime now) const;

  DataRate rate_;
  double bytes_ = 0;
  std::optional<LocalTime> until_;
};

}  // namespace evenkeel
