#include "app/lab/record/record_tables.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "core/telemetry/csv_reader.h"
#include "core/telemetry/csv_records.h"

namespace evenkeel::lab {
namespace {

constexpr std::size_t max_rows = 10'000'000;  // of a table

using Fields = std::span<const std::string_view>;
using Row = std::vector<std::string_view>;

/// Takes one row, with fields in the order of the requested titles. Returns an empty string, or what is wrong.
using TakeRow = std::function<std::string(std::span<const std::string_view> fields)>;

/// The column of each title; empty, with `missing` set, if one is not in the header.
std::vector<std::size_t> places_of(std::span<const std::string_view> titles, const Row& header,
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

/// What is wrong if there is no further record; empty at the end of the file.
std::string why_none(CsvRecords::Next next) {
  if (next == CsvRecords::Next::cut) return "it is cut off";
  return next == CsvRecords::Next::too_long ? "it is too long" : "";
}

class TableReading {
 public:
  TableReading(std::istream& file, std::span<const std::string_view> titles) : records_(file), titles_(titles) {}

  /// Returns what is wrong with the line read last, or an empty string.
  std::string read(const TakeRow& take) {
    auto next = records_.next(fields_);
    if (next != CsvRecords::Next::record) return next == CsvRecords::Next::end ? "there is no header" : why_none(next);
    const std::size_t columns = fields_.size();
    std::string_view missing;
    const auto places = places_of(titles_, fields_, missing);
    if (!missing.empty()) return "the header has no column '" + std::string(missing) + "'";
    Row row(places.size());
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
  std::size_t left_ = max_rows;
  Row fields_;
};

/// Reads a CSV file of a run folder row by row, at most max_rows rows. All titles ("size [bytes]") must be in the
/// header, in any order; other columns are skipped. Never throws. Returns an empty string, or one sentence with the
/// line number. A missing file counts as empty.
std::string read_csv_table(const std::string& path, std::span<const std::string_view> titles, const TakeRow& take) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return {};
  if (!std::filesystem::is_regular_file(path, unknown)) return "'" + path + "' is not a file.";
  std::ifstream file(path, std::ios::binary);
  TableReading reading(file, titles);
  const std::string error = reading.read(take);
  if (error.empty()) return {};
  return "Line " + std::to_string(reading.line()) + " of '" + path + "' cannot be used: " + error + ".";
}

/// NaN for empty fields and numbers that are not finite; nullopt if the text is not a number.
std::optional<double> csv_number(std::string_view text) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (text.empty()) return none;
  double number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  return failed == std::errc() && std::isfinite(number) ? number : none;
}

std::string no_number(std::string_view text) {
  return "'" + std::string(text.substr(0, 40)) + "' is not a number that can be used";
}

Curve& curve_of(std::vector<Curve>& curves, std::string_view name) {
  if (!curves.empty() && curves.back().name == name) return curves.back();
  const auto found = std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.name == name; });
  if (found != curves.end()) return *found;
  return curves.emplace_back(Curve{std::string(name), {}, {}});
}

}  // namespace

std::string read_results(const std::string& path, std::vector<RunResult>& results) {
  constexpr std::array<std::string_view, 3> titles{"name", "flow", "value"};
  return read_csv_table(path, titles, [&](Fields fields) {
    const auto value = csv_number(fields[2]);
    if (value) results.push_back({std::string(fields[0]), std::string(fields[1]), *value});
    return value ? std::string() : no_number(fields[2]);
  });
}

std::string read_curves(const std::string& path, std::vector<Curve>& curves) {
  constexpr std::array<std::string_view, 3> titles{"curve", "x", "y"};
  return read_csv_table(path, titles, [&](Fields fields) {
    const auto x = csv_number(fields[1]);
    const auto y = csv_number(fields[2]);
    if (!x || !y) return no_number(x ? fields[2] : fields[1]);
    Curve& curve = curve_of(curves, fields[0]);
    curve.x.push_back(*x);
    curve.y.push_back(*y);
    return std::string();
  });
}

std::string read_packets(const std::string& path, std::vector<PacketRecord>& packets) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) return {};
  if (!std::filesystem::is_regular_file(path, unknown)) return "'" + path + "' is not a file.";
  std::ifstream file(path, std::ios::binary);
  auto table = read_packets_csv(file);
  packets = std::move(table.rows);
  if (table.cut && table.error.empty()) table.error = "its last line is cut off.";
  return table.error.empty() ? "" : "'" + path + "': " + table.error;
}

}  // namespace evenkeel::lab
