#pragma once

#include <optional>

#include "core/units/data_rate.h"

namespace evenkeel::gcc {

/// What the link is believed to carry: the mean of the acknowledged rates at which over-use showed, and how far they
/// scatter. A rate more than three deviations off says that the link is another one now.
class LinkCapacity {
 public:
  /// The acknowledged rate at an over-use.
  void on_overuse(DataRate acknowledged);

  std::optional<DataRate> estimate() const { return estimate_; }
  DataRate lowest() const;   ///< zero without an estimate
  DataRate highest() const;  ///< unlimited without an estimate

  void reset() { *this = LinkCapacity(); }

 private:
  DataRate three_deviations() const;

  std::optional<DataRate> estimate_;
  double deviation_ = 0.4;  // variance over the mean, both counted in kbit/s
};

}  // namespace evenkeel::gcc
