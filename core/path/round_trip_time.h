#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/path/confirmed_minimum.h"

namespace evenkeel {

/// Round-trip time without the time the receiver held its report back, smoothed as RFC 6298, section 2.
class RoundTripTime {
 public:
  /// Samples at or below zero (a peer that lies about its hold time) are passed over.
  void add(LocalTime now, Duration sample);

  std::optional<Duration> latest() const { return latest_; }
  std::optional<Duration> smoothed() const { return smoothed_; }        ///< SRTT
  Duration variation() const { return variation_; }                     ///< RTTVAR, zero before the first sample
  std::optional<Duration> minimum() const { return minimum_.value(); }  ///< confirmed, of ten minutes
  /// It begins anew with the latest sample.
  void forget_minimum();

 private:
  std::optional<Duration> latest_;
  LocalTime latest_at_{};
  std::optional<Duration> smoothed_;
  Duration variation_{};
  ConfirmedMinimum minimum_{10min, 1min};
};

}  // namespace evenkeel
