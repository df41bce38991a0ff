#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "core/telemetry/sample.h"

namespace evenkeel {

/// A point of a curve. A value that is not a number is a gap.
struct CurvePoint {
  double time_s = 0;
  double value = 0;
};

struct TimeRange {
  Duration from{};
  Duration to{};
};

/// The telemetry of one run, for drawing: rows by flow, put together from the samples of several threads. Reading a
/// range costs what that range holds on the screen, not what the run holds: see curve().
class SampleStore {
 public:
  /// A sample of an instant that is known completes its row. Samples come about in the order of time, some tenths of a
  /// second apart; later stragglers are put where they belong all the same.
  void add(const Sample& sample);
  void clear();

  bool empty() const { return flows_.empty(); }
  std::vector<FlowName> flows() const;
  /// From the first to the last row of any flow; zero where there is none.
  TimeRange extent() const;
  std::size_t rows(const FlowName& flow) const;

  /// The curve of a gauge or counter over a range, with one point before it and one after, so that lines reach the
  /// edges. Where there are more than `buckets` rows, one bucket becomes at most two points, its lowest and highest
  /// value in their order of time: no peak is lost. Buckets lie fixed in time, so that a curve that scrolls does not
  /// flicker. An absent value is a gap (NaN), not a zero. `out` is replaced; its memory is used again.
  void curve(const FlowName& flow, std::optional<double> Sample::*member, TimeRange range, std::size_t buckets,
             std::vector<CurvePoint>& out) const;

  /// The last row at or before `time`, unless it is more than `reach` older; null where there is none.
  const Sample* row_at(const FlowName& flow, Duration time, Duration reach = std::chrono::seconds(1)) const;
  const Sample* last_row(const FlowName& flow) const;
  /// All rows of a range, in order.
  std::vector<Sample> rows_in(const FlowName& flow, TimeRange range) const;

 private:
  std::map<FlowName, std::vector<Sample>> flows_;
};

}  // namespace evenkeel
