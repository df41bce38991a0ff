#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/path/windowed_extreme.h"

namespace evenkeel {

/// Round-trip time without the time the receiver held its report back, smoothed as RFC 6298, section 2.
class RoundTripTime {
 public:
  /// Samples at or below zero (a peer that lies about its hold time) are passed over.
  void add(LocalTime now, Duration sample);

  std::optional<Duration> latest() const { return latest_; }
  std::optional<Duration> smoothed() const { return smoothed_; }        ///< SRTT
  Duration variation() const { return variation_; }                     ///< RTTVAR, zero before the first sample
  std::optional<Duration> minimum() const { return minimum_.value(); }  ///< over the last ten minutes

 private:
  std::optional<Duration> latest_;
  std::optional<Duration> smoothed_;
  Duration variation_{};
  WindowedMinimum<Duration> minimum_{10min, 1min};
};

}  // namespace evenkeel
