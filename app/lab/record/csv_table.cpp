#include "app/lab/record/csv_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <vector>

#include "core/telemetry/csv_records.h"

namespace evenkeel::lab {
namespace {

using Fields = std::vector<std::string_view>;

/// Where each title stands in the header; empty, and `missing` set, where one does not.
std::vector<std::size_t> places_of(std::span<const std::string_view> titles, const Fields& header,
                                   std::string_view& missing) {
  std::vector<std::size_t> places;
  for (const std::string_view title : titles) {
    const auto found = std::find(header.begin(), header.end(), title);
    if (found == header.end()) {
      missing = title;
      return {};
    }
    places.push_back(static_cast<std::size_t>(found - header.begin()));
  }
  return places;
}

/// What is wrong where there is no further record; nothing at the end.
std::string why_none(CsvRecords::Next next) {
  if (next == CsvRecords::Next::cut) return "it is cut off";
  return next == CsvRecords::Next::too_long ? "it is too long" : "";
}

class TableReading {
 public:
  TableReading(std::istream& file, std::span<const std::string_view> titles, std::size_t most_rows)
      : records_(file), titles_(titles), left_(most_rows) {}

  /// What is wrong with the line that was read last, or nothing.
  std::string read(const TakeRow& take) {
    auto next = records_.next(fields_);
    if (next != CsvRecords::Next::record) return next == CsvRecords::Next::end ? "there is no header" : why_none(next);
    const std::size_t columns = fields_.size();
    std::string_view missing;
    const auto places = places_of(titles_, fields_, missing);
    if (!missing.empty()) return "the header has no column '" + std::string(missing) + "'";
    Fields row(places.size());
    while ((next = records_.next(fields_)) == CsvRecords::Next::record) {
      if (left_-- == 0) return "there are too many rows";
      if (fields_.size() != columns) return "it has another number of fields than the header";
      for (std::size_t i = 0; i < places.size(); ++i) row[i] = fields_[places[i]];
      if (std::string error = take(row); !error.empty()) return error;
    }
    return why_none(next);
  }
  std::size_t line() const { return records_.line(); }

 private:
  CsvRecords records_;
  std::span<const std::string_view> titles_;
  std::size_t left_;
  Fields fields_;
};

}  // namespace

std::string read_csv_table(const std::string& path, std::span<const std::string_view> titles, std::size_t most_rows,
                           const TakeRow& take) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return {};
  if (!std::filesystem::is_regular_file(path, unknown)) return "'" + path + "' is no file.";
  std::ifstream file(path, std::ios::binary);
  TableReading reading(file, titles, most_rows);
  const std::string error = reading.read(take);
  if (error.empty()) return {};
  return "Line " + std::to_string(reading.line()) + " of '" + path + "' cannot be used: " + error + ".";
}

std::optional<double> csv_number(std::string_view text) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (text.empty()) return none;
  double number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  return failed == std::errc() && std::isfinite(number) ? number : none;
}

}  // namespace evenkeel::lab
