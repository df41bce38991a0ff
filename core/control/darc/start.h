#pragma once

#include <algorithm>
#include <optional>

#include "core/base/data_rate.h"

namespace evenkeel::darc {

/// The start of a call, when nothing is known: the rate doubles with each report until a queue is seen (not judged
/// here) or packet pairs tell the bottleneck's rate.
class Start {
 public:
  struct Report {
    DataRate delivered;             ///< by the bottleneck, at least
    std::optional<DataRate> pairs;  ///< the bottleneck's rate by packet pairs
  };

  explicit Start(DataRate least = DataRate()) : least_(least) {}
  /// The rate after `rate`, where `growth` is the factor per report. Nothing: the bottleneck is known and reached.
  std::optional<DataRate> next(DataRate rate, const Report& report, double growth) const {
    DataRate most = over_delivered * report.delivered;
    if (report.pairs) most = std::min(most, of_pairs * *report.pairs);
    if (report.pairs && rate >= most) return std::nullopt;
    return std::max(std::min(growth * rate, std::max(most, least_)), most_fall * rate);
  }

 private:
  static constexpr double over_delivered = 3;
  static constexpr double of_pairs = 0.9;
  static constexpr double most_fall = 0.5;
  DataRate least_;  // of the target, however little is delivered
};

}  // namespace evenkeel::darc
