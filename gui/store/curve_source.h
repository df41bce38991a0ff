#pragma once

#include <optional>
#include <vector>

#include "gui/store/sample_store.h"

namespace evenkeel {

/// Where the values of a curve come from: a column of one flow of a run, as the plots show it. Times are those of the
/// plots' axis.
struct CurveSource {
  const SampleStore* store = nullptr;
  FlowName flow;
  const Column* column = nullptr;  ///< a gauge or a counter
  double scale = 1;                ///< from the unit of the column to the one that is shown
  bool growth = false;             ///< of a counter: how much it grows per second
  Duration offset{};               ///< from the time of the run to that of the axis

  /// All known values of the rows of a range, both ends included. Replaces `out`, reusing its memory. Linear in the
  /// rows of the range.
  void values(TimeRange range, std::vector<double>& out) const;
  /// The last value at or before `time`, unless it is more than 1.5 s older. Growth is a mean over `least` at least.
  std::optional<double> value_at(Duration time, Duration least = std::chrono::milliseconds(100)) const;
};

}  // namespace evenkeel
