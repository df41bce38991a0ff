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

/// A stretch in which a controller kept one mode.
struct ModeSpan {
  Duration from{};  ///< of the first row that has it
  Duration to{};    ///< of the row that has another one or none; the last row where there is none yet
  ControllerMode mode{};
};

/// The telemetry of one run, for drawing: rows by flow, put together from the samples of several threads. Reading a
/// range costs what that range holds on the screen, not what the run holds: see curve(). A row takes 8 bytes per field
/// that ever had a value, so that four hours of two flows come to about 100 MB.
class SampleStore {
 public:
  /// Of a flow: 12 hours of a row per 100 ms. When a flow has an hour more than that, its oldest hour is dropped.
  static constexpr std::size_t max_rows = 432'000;
  /// Where rows lie further apart than this, there is a gap between them.
  static constexpr Duration row_gap = std::chrono::seconds(1);

  /// A sample of an instant that is known completes its row. Samples come about in the order of time, some tenths of a
  /// second apart; later stragglers are put where they belong all the same. A value that is not finite counts as
  /// absent.
  void add(const Sample& sample);
  void clear();

  bool empty() const { return flows_.empty(); }
  /// Rises with every add() and clear(): what was worked out from the rows holds while this stays.
  std::uint64_t changes() const { return changes_; }
  std::vector<FlowName> flows() const;
  /// From the first to the last row of any flow; zero where there is none.
  TimeRange extent() const;
  std::size_t rows(const FlowName& flow) const;
  /// How many of its oldest rows were dropped.
  std::size_t dropped_rows(const FlowName& flow) const;

  /// The curve of a gauge or counter over a range, with one point before it and one after, so that lines reach the
  /// edges. Where there are more than `buckets` rows, one bucket becomes at most two points, its lowest and highest
  /// value in their order of time: no peak is lost. Buckets lie fixed in time, so that a curve that scrolls does not
  /// flicker; their width is the next of a fixed ladder (10, 15, 20, 30 ... 80 ns times a power of ten), so that a
  /// range that is a rounding error longer has the same ones. An absent value is a gap (NaN), not a zero; so is a time
  /// without rows, row_gap or a bucket long. Gaps shorter than a bucket close. `out` is replaced, and empty where the
  /// flow never had the value; its memory is used again.
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
