#pragma once

#include "core/base/time.h"

namespace evenkeel {

/// How long to wait for a packet after later ones have come, before it counts as lost: the reordering window of RACK
/// (RFC 8985, section 6.2), with the reordering that was measured in place of the count of needless retransmissions.
///
/// Zero while packets come in order: then only their number speaks for a loss. The first one that others overtook opens
/// it to a quarter of the least round trip; one that was overtaken by more widens it, at once, to that and a quarter.
/// It is halved when none came half as late as it is long for 10 s, and never longer than a round trip.
class ReorderingWindow {
 public:
  static constexpr Duration memory = 10s;

  /// Both zero, as at first: not known, and nothing bounds the window.
  void set_round_trip_time(Duration least, Duration smoothed) {
    least_round_trip_ = least;
    round_trip_ = smoothed;
  }
  /// A packet came so long after the first packet that overtook it, or left so long before the last one.
  void on_reordered(Duration extent, LocalTime now);
  /// Times must not decrease, but for those of on_reordered().
  Duration length(LocalTime now) const;
  void reset() { *this = ReorderingWindow(); }

 private:
  static constexpr Duration resolution = 1ms;  // of arrivals in reports; a window below it is none
  Duration bounded(Duration length) const;
  Duration decayed(LocalTime now) const;

  Duration least_round_trip_{};
  Duration round_trip_{};
  Duration length_{};
  LocalTime needed_{};  // when a packet needed half of it
};

}  // namespace evenkeel
