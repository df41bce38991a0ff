#include "app/lab/claims/table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "core/telemetry/csv.h"

namespace evenkeel {
namespace {

bool is_number(const std::string& text) {
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '-' || text[0] == '<');
}

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::string space(width - std::min(width, text.size()), ' ');
  return right ? space + text : text + space;
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += ',';
    append_csv_text(line, cells[i]);
  }
  return line + "\n";
}

std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (const auto& column : table.columns) widths.push_back(column.size());
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  return widths;
}

std::string text_line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths, bool heading) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool right = i > 0 && (heading || is_number(cells[i]));
    line += (i == 0 ? "" : "  ") + padded(cells[i], widths[i], right);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '*' || c == '_' || c == '`' || c == '[' || c == '<') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out;
}

bool is_plain_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.+-eE% ") == std::string::npos;
}

/// Whether all non-empty cells are numbers, and there is at least one.
bool is_numeric(const Table& table, std::size_t column) {
  bool any = false;
  for (const auto& row : table.rows) {
    if (column >= row.size() || row[column].empty()) continue;
    if (!is_plain_number(row[column])) return false;
    any = true;
  }
  return any;
}

std::string markdown_line(const std::vector<std::string>& cells, std::size_t width) {
  std::string text = "|";
  for (std::size_t i = 0; i < width; ++i) text += ' ' + (i < cells.size() ? escaped(cells[i]) : "") + " |";
  return text + '\n';
}

}  // namespace

std::string text_of(const Table& table) {
  const auto widths = widths_of(table);
  const std::size_t all = std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1));
  std::string text = table.title + "\n\n" + text_line(table.columns, widths, true) + std::string(all, '-') + "\n";
  for (const auto& row : table.rows) text += text_line(row, widths, false);
  return text;
}

std::string csv_of(const Table& table) {
  std::string text = csv_line(table.columns);
  for (const auto& row : table.rows) text += csv_line(row);
  return text;
}

std::string markdown_of(const Table& table) {
  const std::size_t width = table.columns.size();
  std::string text = markdown_line(table.columns, width) + '|';
  for (std::size_t i = 0; i < width; ++i) text += is_numeric(table, i) ? "---:|" : "---|";
  text += '\n';
  for (const auto& row : table.rows) text += markdown_line(row, width);
  return text;
}

std::string cell(double value, int decimals) {
  if (!std::isfinite(value)) return {};
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
  if (end.ec != std::errc()) return {};
  const std::string text(buffer, end.ptr);
  return text.find_first_not_of("-0.") == std::string::npos && text[0] == '-' ? text.substr(1) : text;
}

}  // namespace evenkeel
