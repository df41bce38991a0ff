#include "app/lab/report/pages/summary_page.h"

#include <algorithm>
#include <array>

#include "app/lab/claims/table.h"

namespace evenkeel::report {
namespace {

/// One table of the summary: one column of the scenarios' tables, or two separated by a slash.
struct Metric {
  const char* title;
  const char* column;
  const char* second = nullptr;
};

constexpr std::array<Metric, 7> metrics{{
    {"Utilisation [%]", "utilisation [%]"},
    {"Queueing delay, p50 / p95 [ms]", "queue p50 [ms]", "queue p95 [ms]"},
    {"Packets lost [%]", "loss [%]"},
    {"Jain's index", "Jain"},
    {"Convergence at the start [s]", "start [s]"},
    {"Longest adaption to a change [s]", "adaption [s]"},
    {"Oscillation: deviation of the rate over 1 s, of its mean [%]", "oscillation [%]"},
}};

std::string controller_of(const std::string& run) { return run.substr(0, run.find(',')); }

std::string case_of(const std::string& id, const std::string& run) {
  const auto comma = run.find(',');
  return comma == std::string::npos ? id : id + ' ' + run.substr(comma + 1);
}

template <class Values>
std::size_t place(Values& values, const std::string& value) {
  const auto found = std::find(values.begin(), values.end(), value);
  const auto index = static_cast<std::size_t>(found - values.begin());
  if (found == values.end()) values.push_back(value);
  return index;
}

std::string cell_of(const Table& table, const std::vector<std::string>& row, const char* column) {
  const auto found = std::find(table.columns.begin(), table.columns.end(), column);
  const auto index = static_cast<std::size_t>(found - table.columns.begin());
  return index < row.size() ? row[index] : "";
}

std::string cell_of(const Table& table, const std::vector<std::string>& row, const Metric& metric) {
  const std::string first = cell_of(table, row, metric.column);
  const std::string second = metric.second == nullptr ? "" : cell_of(table, row, metric.second);
  return second.empty() ? first : first + " / " + second;
}

/// Rows are scenarios with their variants, columns are controllers, both in order of first appearance.
Table table_of(const std::vector<ScenarioMetrics>& scenarios, const Metric& metric) {
  Table table;
  table.title = metric.title;
  table.columns = {"scenario"};
  std::vector<std::string> cases;
  for (const ScenarioMetrics& scenario : scenarios) {
    for (const auto& row : scenario.metrics.rows) {
      const std::string cell = row.empty() ? "" : cell_of(scenario.metrics, row, metric);
      if (cell.empty()) continue;
      const std::size_t column = place(table.columns, controller_of(row.front()));
      const std::size_t line = place(cases, case_of(scenario.id, row.front()));
      table.rows.resize(cases.size());
      table.rows[line].resize(std::max(table.rows[line].size(), column + 1));
      table.rows[line].front() = cases[line];
      table.rows[line][column] = cell;
    }
  }
  return table;
}

}  // namespace

std::string summary_page(const std::vector<ScenarioMetrics>& scenarios) {
  std::string text;
  for (const Metric& metric : metrics) {
    const Table table = table_of(scenarios, metric);
    if (!table.rows.empty()) text += "\n## " + table.title + "\n\n" + markdown_of(table);
  }
  if (text.empty()) return text;
  return "# Controllers by scenarios\n\nWritten by `evenkeel-report`. Utilisation is what the media under test "
         "received, of what "
         "it could have had (of RFC 8867 with its audio); queueing delay the wait in the bottlenecks on the way of the "
         "media, at the times of the rows; Jain's index is taken over the last quarter of the last phase; convergence "
         "is to within 10 % of what a phase ends with, for good.\n" +
         text;
}

}  // namespace evenkeel::report
