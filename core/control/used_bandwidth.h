#pragma once

#include <optional>

#include "core/base/data_rate.h"

namespace evenkeel {

/// ARC's estimate B of the used bandwidth: samples D/T of what arrived, low-passed with time constant tau by the
/// bilinear transform (ARC, section 3.1.3; De Martin, Mascolo):
///     B_n = ((2 tau - T) B_{n-1} + T (b_n + b_{n-1})) / (2 tau + T)
class UsedBandwidth {
 public:
  /// `sample_time` is T of the interval that begins next; it must be above zero.
  void on_arrival(RemoteTime arrival, DataSize size, Duration sample_time, Duration tau);

  /// Nothing before the first full interval.
  std::optional<DataRate> estimate() const { return estimate_; }

  void reset() { *this = UsedBandwidth(); }

 private:
  void on_sample(DataRate sample, Duration sample_time, Duration tau);

  std::optional<RemoteTime> start_;
  Duration length_{};
  DataSize received_;
  DataRate previous_sample_;
  std::optional<DataRate> estimate_;
};

}  // namespace evenkeel
