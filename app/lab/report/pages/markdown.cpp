#include "app/lab/report/pages/markdown.h"

#include <algorithm>

#include "app/lab/judge/verdict.h"

namespace evenkeel::report {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '*' || c == '_' || c == '`' || c == '[' || c == '<') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  return out;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.+-eE% ") == std::string::npos;
}

/// Every cell that is not empty is a number, and at least one is.
bool is_numeric(const Table& table, std::size_t column) {
  bool any = false;
  for (const auto& row : table.rows) {
    if (column >= row.size() || row[column].empty()) continue;
    if (!is_number(row[column])) return false;
    any = true;
  }
  return any;
}

std::string line(const std::vector<std::string>& cells, std::size_t width) {
  std::string text = "|";
  for (std::size_t i = 0; i < width; ++i) text += ' ' + (i < cells.size() ? escaped(cells[i]) : "") + " |";
  return text + '\n';
}

}  // namespace

std::string markdown_of(const Table& table) {
  const std::size_t width = table.columns.size();
  std::string text = line(table.columns, width) + '|';
  for (std::size_t i = 0; i < width; ++i) text += is_numeric(table, i) ? "---:|" : "---|";
  text += '\n';
  for (const auto& row : table.rows) text += line(row, width);
  return text;
}

Table table_of(const std::vector<Claim>& claims) {
  Table table{"claims", "Claims", {"Source", "Claim", "Expected", "Measured", "Verdict", "Why"}, {}};
  for (const Claim& claim : claims) {
    table.rows.push_back(
        {claim.source, claim.statement, claim.expected, claim.measured, lab::verdict_of(claim), claim.why});
  }
  return table;
}

}  // namespace evenkeel::report
