#pragma once

#include <algorithm>
#include <cmath>

#include "core/units/data_rate.h"

namespace evenkeel {

/// Keeps a target from running away from an encoder that does not use it: as long as the rate really sent, averaged
/// over about a second, is well below the target, the target does not grow. It may still fall.
class ApplicationLimit {
 public:
  /// `sent` was measured over `span`.
  void on_window(DataRate sent, Duration span) {
    const double weight = known_ ? 1 - std::exp(-to_seconds(span) / averaging_seconds) : 1;
    average_ += (sent - average_) * weight;
    known_ = true;
  }

  /// The rate to go to when the law wants `wanted` and the target is `current`.
  DataRate apply(DataRate current, DataRate wanted) const {
    if (wanted <= current || !known_) return wanted;
    return std::max(current, std::min(wanted, average_ / used_fraction));
  }

  void reset() { *this = ApplicationLimit(); }

 private:
  static constexpr double averaging_seconds = 1;
  static constexpr double used_fraction = 0.85;  // encoders are within 5 % of a target that the content can use
  DataRate average_;
  bool known_ = false;
};

}  // namespace evenkeel
