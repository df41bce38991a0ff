#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "core/telemetry/sample.h"

namespace evenkeel {

/// What one column came to over a span of the run, in the column's unit.
struct ColumnSummary {
  const Column* column = nullptr;
  std::size_t count = 0;  ///< rows that had a value, at least 1
  double coverage = 0;    ///< the share of the span's rows that had one, above 0 to 1
  double last = 0;
  double total = 0;  ///< of a counter: by how much it grew in the span; a gauge has none
  // Of a gauge; a counter has none of these.
  double mean = 0;
  double p50 = 0;
  double p95 = 0;
  double p99 = 0;
  double min = 0;
  double max = 0;
};

/// The columns that had a value at least once, in the order of columns().
using SpanSummary = std::vector<ColumnSummary>;

/// Nothing where the column never had a value.
const ColumnSummary* find_column(const SpanSummary& span, std::string_view name);

struct FlowSummary {
  FlowName flow;
  SpanSummary run;
  SpanSummary last_half;
};

struct RunSummary {
  Duration duration{};  ///< the time of the last sample
  std::vector<FlowSummary> flows;
  /// Jain's index of the flows' mean sendBitrate, 1/n to 1; nothing where no flow has sent anything.
  std::optional<double> jain_index_run;
  std::optional<double> jain_index_last_half;
};

/// Takes the samples of a run and sums them up. A row stands for the time that ended with it, so the last half are the
/// rows after half the time of the last row. Percentiles are nearest-rank, and exact for max_rows (55 minutes of one
/// row per 100 ms). A flow that exceeds them goes on with every second row, then every fourth, and so on: they are then
/// those of at least half as many rows, evenly spread, so that p95 is between the true p94 and p96. Memory is bounded:
/// of each flow 8 bytes per row and column that ever had a value, 17 MB at most. No sketch that is merged does it: the
/// last half begins later with every row.
class Summary {
 public:
  static constexpr std::size_t max_rows = 32768;

  void add(const Sample& sample);
  RunSummary result() const;
  /// What the rows take, for tests.
  std::size_t bytes() const;

 private:
  struct KeptRows {
    std::vector<Duration> times;
    std::vector<std::vector<double>> values;  ///< as columns(); not a number where absent, empty where all are
    Sample last;
    std::size_t stride = 1;  ///< one row in so many is kept
    std::size_t seen = 0;
  };
  template <class T>
  static void append(std::vector<T>& all, T value);
  static void keep(KeptRows& flow, const Sample& sample);
  static void thin(KeptRows& flow);

  std::map<FlowName, KeptRows> flows_;
  Duration end_{};
};

/// (sum x)^2 / (n sum x^2) of rates that are not negative; nothing where all are 0 or there are none.
std::optional<double> jain_index(const std::vector<double>& rates);

}  // namespace evenkeel
