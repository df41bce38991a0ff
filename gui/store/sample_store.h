#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "core/telemetry/sample.h"
#include "gui/store/value_column.h"

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

/// A time span in which a controller kept one mode.
struct ModeSpan {
  Duration from{};  ///< of the first row that has it
  Duration to{};    ///< of the row with another mode or none; of the last row if there is none yet
  ControllerMode mode{};
};

/// The telemetry of one run, for drawing: rows by flow, assembled from the samples of several threads. The cost of
/// reading a range depends on the pixels, not on the length of the run: see curve(). A row takes 8 bytes per field that
/// ever had a value: four hours of two flows take about 150 MB.
class SampleStore {
 public:
  /// Per flow: 12 hours at one row per 100 ms. When a flow has one hour more, its oldest hour is dropped.
  static constexpr std::size_t max_rows = 432'000;
  /// Rows further apart than this have a gap between them.
  static constexpr Duration row_gap = std::chrono::seconds(1);

  /// Adds a sample to the row of its time, or as a new row. Samples are expected roughly in order of time, within a few
  /// tenths of a second; later ones are inserted at their place. Values that are not finite count as absent.
  void add(const Sample& sample);
  void clear();

  bool empty() const { return flows_.empty(); }
  /// Increases with every add() and clear(): results computed from the rows stay valid while it is unchanged.
  std::uint64_t changes() const { return changes_; }
  std::vector<FlowName> flows() const;
  /// From the first to the last row of any flow; zero if there is none.
  TimeRange extent() const;
  std::size_t rows(const FlowName& flow) const;
  /// How many of the flow's oldest rows were dropped.
  std::size_t dropped_rows(const FlowName& flow) const;

  /// The curve of a gauge or counter over a range, with one point before it and one after, so that lines reach the
  /// edges. If there are more than `buckets` rows, each bucket becomes at most two points, its lowest and highest value
  /// in order of time, so that no peak is lost. Buckets are fixed in time, so that a scrolling curve does not flicker;
  /// their width is the next of 10, 15, 20, 30 ... 80 ns times a power of ten, so that rounding errors in the range do
  /// not change it. An absent value is a gap (NaN), not a zero; so is a time without rows, row_gap or a bucket long.
  /// Gaps shorter than a bucket are closed. Replaces `out`, reusing its memory; empty if the flow never had the value.
  void curve(const FlowName& flow, std::optional<double> Sample::*member, TimeRange range, std::size_t buckets,
             std::vector<CurvePoint>& out) const;

  /// Whether any row of a flow ever had a value of a gauge, a counter or a mode.
  bool knows(const FlowName& flow, const Column& column) const;
  /// The modes of a flow's controller over a range, in the order of time; rows further apart than row_gap end a span.
  /// The first begins up to a row before the range.
  std::vector<ModeSpan> mode_spans(const FlowName& flow, TimeRange range) const;

  /// The last known value of a gauge or counter at or before `time`, with its time.
  std::optional<CurvePoint> last_value(const FlowName& flow, std::optional<double> Sample::*member,
                                       Duration time) const;
  /// The last row at or before `time`, unless it is more than `reach` older.
  std::optional<Sample> row_at(const FlowName& flow, Duration time, Duration reach = std::chrono::seconds(1)) const;
  std::optional<Sample> last_row(const FlowName& flow) const;
  /// All rows of a range, both ends included, in order.
  std::vector<Sample> rows_in(const FlowName& flow, TimeRange range) const;
  /// The rows of all flows of a range, in the order of time, then of the flows' names.
  void visit_rows(TimeRange range, const std::function<void(const Sample&)>& visit) const;

 private:
  struct FlowRows {
    std::vector<Duration> times;
    std::vector<std::optional<DelayKind>> delay_kinds;
    std::vector<std::optional<ControllerMode>> modes;
    bool has_modes = false;
    std::vector<ValueColumn> values;  ///< as columns()
    std::size_t dropped = 0;

    std::size_t first_from(Duration time) const;   ///< the first row at or after it
    std::size_t first_after(Duration time) const;  ///< the first row after it
    void make_columns();
    std::size_t make_row(Duration time);
    void drop(std::size_t count);
    Sample row(const FlowName& name, std::size_t index) const;
  };
  const FlowRows* find(const FlowName& flow) const;

  std::map<FlowName, FlowRows> flows_;
  std::uint64_t changes_ = 0;
};

}  // namespace evenkeel
