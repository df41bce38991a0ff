#include "core/telemetry/csv.h"

#include <array>
#include <charconv>
#include <cmath>

namespace evenkeel {
namespace {

void append_field(std::string& line, const Sample& sample, const Column& column) {
  switch (column.kind) {
    case ColumnKind::time:
      return append_csv_number(line, to_seconds(sample.time), column.decimals);
    case ColumnKind::flow:
      line += sample.flow.view();
      return;
    case ColumnKind::delay_kind:
      if (sample.one_way_delay_kind) line += to_string(*sample.one_way_delay_kind);
      return;
    case ColumnKind::controller_mode:
      if (sample.controller_mode) line += to_string(*sample.controller_mode);
      return;
    case ColumnKind::gauge:
    case ColumnKind::counter:
      return append_csv_number(line, sample.*column.member, column.decimals);
  }
}

}  // namespace

void append_csv_name(std::string& line, std::string_view name, std::string_view unit) {
  line += name;
  if (unit.empty()) return;
  line += " [";
  line += unit;
  line += ']';
}

void append_csv_number(std::string& line, std::optional<double> value, int decimals) {
  if (!value || !std::isfinite(*value)) return;
  std::array<char, 352> buffer{};  // The largest double has 309 digits before the point.
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), *value, std::chars_format::fixed, decimals);
  line.append(buffer.data(), result.ptr);
}

std::string csv_header() {
  std::string line;
  for (const Column& column : columns()) {
    if (!line.empty()) line += ',';
    append_csv_name(line, column.name, column.unit);
  }
  return line + '\n';
}

std::string csv_row(const Sample& sample) {
  std::string line;
  bool first = true;
  for (const Column& column : columns()) {
    if (!first) line += ',';
    first = false;
    append_field(line, sample, column);
  }
  return line + '\n';
}

void append_csv_text(std::string& line, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    line += text;
    return;
  }
  line += '"';
  for (const char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

}  // namespace evenkeel
