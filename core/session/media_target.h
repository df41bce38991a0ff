#pragma once

#include "core/units/data_rate.h"

namespace evenkeel {

/// What of the sending rate the encoder may use: less the headers, and corrected slightly so that a short backlog stays
/// in the pacer. The backlog keeps the pacer busy while an encoder is a few per cent below its target, and drains where
/// it is above; without it the sending rate would sag below the target at every small frame.
class MediaTarget {
 public:
  static constexpr Duration wanted_backlog = 10ms;

  /// A frame of `payload` bytes became packets of `wire` bytes in all, while the pacer still had `backlog` to send.
  void on_frame(DataSize payload, DataSize wire, Duration backlog);

  DataRate of(DataRate sending_rate) const { return sending_rate * payload_share_ * correction_; }

  void reset() { *this = MediaTarget(); }

 private:
  double payload_share_ = 0.95;
  double correction_ = 1;
};

}  // namespace evenkeel
