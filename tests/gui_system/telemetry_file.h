#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/telemetry/csv_reader.h"

namespace evenkeel::test {

/// A point of a column: the time of its row in seconds, and its value.
struct CsvPoint {
  double time = 0;
  double value = 0;
};

/// What a run folder's telemetry.csv says.
class TelemetryFile {
 public:
  explicit TelemetryFile(const std::string& path) {
    std::ifstream file(path);
    auto table = read_telemetry_csv(file);
    if (!table.error.empty() || table.cut) throw std::runtime_error(path + ": " + table.error);
    rows_ = std::move(table.rows);
  }

  /// The known values of a flow's column, from one time to before another.
  std::vector<CsvPoint> column(const FlowName& flow, const std::string& name, double from = 0, double to = 1e9) const {
    const auto member = find_column(name)->member;
    std::vector<CsvPoint> points;
    for (const Sample& row : rows_) {
      const double time = to_seconds(row.time);
      if (row.flow == flow && row.*member && time >= from && time < to) points.push_back({time, *(row.*member)});
    }
    return points;
  }

 private:
  std::vector<Sample> rows_;
};

inline double mean(const std::vector<CsvPoint>& points) {
  double sum = 0;
  for (const CsvPoint& point : points) sum += point.value;
  return sum / static_cast<double>(points.size());
}

inline double largest_size(const std::vector<CsvPoint>& points) {
  double most = 0;
  for (const CsvPoint& point : points) most = std::max(most, std::abs(point.value));
  return most;
}

}  // namespace evenkeel::test
