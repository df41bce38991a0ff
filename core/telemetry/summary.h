#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "core/telemetry/last_half.h"
#include "core/telemetry/quantile_sketch.h"
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
/// rows after half the time of the last row, cut as LastHalf says: off by 1/64 of the duration at most, exact up to
/// 6.4 s of one row per 100 ms. Percentiles are nearest-rank, of a QuantileSketch: within 1 %. All else is exact.
/// Memory is that of the bins: about 1 MB for a flow of a call of two hours, and 16 MB at most, where all columns have
/// values of all sizes.
class Summary {
 public:
  void add(const Sample& sample);
  RunSummary result() const;
  /// What the sketches take, for tests.
  std::size_t bytes() const;

 private:
  /// A total and how often it was known.
  struct Counter {
    std::size_t count = 0;
    double last = 0;
  };
  /// Rows that follow each other. Columns by their index in columns().
  struct Rows {
    void add(const Sample& sample);
    void merge(const Rows& later);

    std::size_t count = 0;
    std::map<std::size_t, QuantileSketch> gauges;
    std::map<std::size_t, Counter> counters;
  };
  static SpanSummary summarize(const Rows& span, const Rows& before);

  std::map<FlowName, LastHalf<Rows>> flows_;
  Duration end_{};
};

/// (sum x)^2 / (n sum x^2) of rates that are not negative; nothing where all are 0 or there are none.
std::optional<double> jain_index(const std::vector<double>& rates);

}  // namespace evenkeel
