#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace evenkeel::test {

/// A point of a column: the time of its row, and its value.
struct CsvPoint {
  double time = 0;
  double value = 0;
};

/// telemetry.csv or events.csv, read without any of the program's own code. Knows no quotes.
class CsvTable {
 public:
  explicit CsvTable(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    for (const std::string& title : split(line)) names_.push_back(title.substr(0, title.find_first_of(" [")));
    while (std::getline(file, line)) {
      rows_.push_back(row_of(split(line)));
    }
  }

  const std::vector<std::map<std::string, std::string>>& rows() const { return rows_; }

  /// The known values of a flow's column, from one time to before another.
  std::vector<CsvPoint> column(const std::string& flow, const std::string& name, double from = 0,
                               double to = 1e9) const {
    std::vector<CsvPoint> points;
    for (const auto& row : rows_) {
      const auto value = row.find(name);
      if (row.at("flow") != flow || value == row.end() || value->second.empty()) continue;
      const double time = std::stod(row.at("time"));
      if (time >= from && time < to) points.push_back({time, std::stod(value->second)});
    }
    return points;
  }

 private:
  static std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream stream(line + ',');
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    return fields;
  }
  std::map<std::string, std::string> row_of(const std::vector<std::string>& fields) const {
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < fields.size() && i < names_.size(); ++i) row[names_[i]] = fields[i];
    return row;
  }

  std::vector<std::string> names_;
  std::vector<std::map<std::string, std::string>> rows_;
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
