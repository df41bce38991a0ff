#pragma once

#include <cmath>

#include "core/base/data_rate.h"

namespace evenkeel {

/// Keeps a target from running away from an encoder that does not use it: as long as the rate really sent is well below
/// the target, both averaged over about a second, the target does not grow. It may still fall.
class ApplicationLimit {
 public:
  /// `sent` was measured over `span`, while the target was `target`.
  void on_window(DataRate sent, DataRate target, Duration span) {
    const double weight = known_ ? 1 - std::exp(-to_seconds(span) / averaging_seconds) : 1;
    sent_ += (sent - sent_) * weight;
    target_ += (target - target_) * weight;
    known_ = true;
  }

  /// The rate to go to when the law wants `wanted` and the target is `current`.
  DataRate apply(DataRate current, DataRate wanted) const {
    if (wanted <= current || !known_) return wanted;
    return sent_ < target_ * used_fraction ? current : wanted;
  }

  void reset() { *this = ApplicationLimit(); }

 private:
  static constexpr double averaging_seconds = 1;
  static constexpr double used_fraction = 0.85;  // encoders are within 5 % of a target that the content can use
  DataRate sent_;
  DataRate target_;
  bool known_ = false;
};

}  // namespace evenkeel
