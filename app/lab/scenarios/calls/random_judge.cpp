#include <algorithm>
#include <cmath>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/calls/judge.h"
#include "app/lab/scenarios/calls/measures.h"
#include "app/lab/scenarios/calls/random.h"
#include "app/lab/scenarios/findings.h"
#include "core/telemetry/percentile.h"

namespace evenkeel::lab {
namespace {

/// Sorted values of one measure and controller over the links.
struct Spread {
  std::vector<double> values;

  bool whole() const { return values.size() == std::size_t{calls_random_count}; }
  /// NaN if empty. 0: the smallest, 100: the largest.
  double percentile(double percent) const {
    return values.empty() ? std::nan("") : percentile_of_sorted(values, percent / 100);
  }
};

Spread spread_of(const CallsMeasure& measure, const RunRecords& records, const std::string& controller, bool with_tcp) {
  Spread spread;
  for (int number = 1; number <= calls_random_count; ++number) {
    const CallsVariant link = calls_random_link(number, with_tcp);
    const RunRecord* run = records.find(calls_row_name(controller, link));
    const double value = run == nullptr ? std::nan("") : measure.of(link, *run);
    if (std::isfinite(value)) spread.values.push_back(value);
  }
  std::sort(spread.values.begin(), spread.values.end());
  return spread;
}

/// A column of the table: "utilisation p10 [%]".
struct Column {
  std::string name;
  std::size_t measure = 0;
  double percent = 50;
};

std::vector<CallsMeasure> measures_of(bool with_tcp) {
  return {calls_use_within(with_tcp ? "share [%]" : "utilisation [%]", calls_settled_times), calls_queue(95),
          calls_queue(99), calls_loss()};
}

std::vector<Column> columns_of(bool with_tcp) {
  const std::string use = with_tcp ? "share" : "utilisation";
  return {{use + " [%]", 0, 50},
          {use + " least [%]", 0, 0},
          {use + " p10 [%]", 0, 10},
          {use + " p90 [%]", 0, 90},
          {use + " most [%]", 0, 100},
          {"queue p95 [ms]", 1, 50},
          {"queue p95 of p90 [ms]", 1, 90},
          {"queue p95 worst [ms]", 1, 100},
          {"queue p99 [ms]", 2, 50},
          {"queue p99 worst [ms]", 2, 100},
          {"loss [%]", 3, 50},
          {"loss worst [%]", 3, 100}};
}

std::vector<Spread> spreads_of(const RunRecords& records, const std::string& controller, bool with_tcp) {
  std::vector<Spread> spreads;
  for (const CallsMeasure& measure : measures_of(with_tcp)) {
    spreads.push_back(spread_of(measure, records, controller, with_tcp));
  }
  return spreads;
}

using Spreads = std::vector<std::pair<std::string, std::vector<Spread>>>;

Table table_of(const Spreads& all, bool with_tcp) {
  Table table;
  table.name = "metrics";
  table.title = "Over the links: the median where no other percentile is named";
  table.columns = {"run"};
  for (const Column& column : columns_of(with_tcp)) table.columns.push_back(column.name);
  for (const auto& [controller, spreads] : all) {
    if (spreads.front().values.empty()) continue;
    std::vector<std::string> row{controller};
    for (const Column& column : columns_of(with_tcp)) {
      row.push_back(cell(spreads[column.measure].percentile(column.percent), column.measure == 3 ? 2 : 1));
    }
    table.rows.push_back(row);
  }
  return table;
}

FigurePanel panel_of(const Spreads& all, std::size_t measure, const std::string& label) {
  FigurePanel panel;
  panel.x.label = "share of the links [%]";
  panel.y.label = label;
  for (const auto& [controller, spreads] : all) {
    FigureSeries series;
    series.label = controller;
    series.y = spreads[measure].values;
    for (std::size_t i = 1; i <= series.y.size(); ++i) {
      series.x.push_back(100 * static_cast<double>(i) / static_cast<double>(series.y.size()));
    }
    if (!series.y.empty()) panel.series.push_back(series);
  }
  return panel;
}

Figure figure_of(const Spreads& all, bool with_tcp) {
  Figure figure;
  figure.name = with_tcp ? "calls-random-tcp" : "calls-random-alone";
  figure.title = with_tcp ? "A hundred links, each with one TCP" : "A hundred links, alone";
  figure.panels = {panel_of(all, 0, with_tcp ? "share of the link [%]" : "use of the link [%]"),
                   panel_of(all, 1, "queue p95 [ms]")};
  figure.panels.back().y.logarithmic = true;
  return figure;
}

const Unit percent_unit{"%", 1};
const Unit milliseconds{"ms", 1};

double judged(const Spread& spread, double percent) {
  return spread.whole() ? spread.percentile(percent) : std::nan("");
}

std::vector<Claim> claims_alone(const std::vector<Spread>& darc) {
  const std::string source = "goal random";
  return {claim_at_least({source, "darc alone: use, p10 of the links", "a hundred links drawn once"},
                         judged(darc[0], 10), 90, percent_unit),
          claim_at_most({source, "darc alone: queue p95, median of the links", "a hundred links drawn once"},
                        judged(darc[1], 50), 15, milliseconds),
          claim_at_most({source, "darc alone: queue p99, worst of the links", "a hundred links drawn once"},
                        judged(darc[2], 100), 500, milliseconds)};
}

std::vector<Claim> claims_with_tcp(const std::vector<Spread>& darc) {
  const std::string source = "goal random";
  return {claim_at_least({source, "darc beside one TCP: share, p10 of the links", "a hundred links drawn once"},
                         judged(darc[0], 10), 35, percent_unit),
          claim_at_most({source, "darc beside one TCP: share, p90 of the links", "a hundred links drawn once"},
                        judged(darc[0], 90), 60, percent_unit)};
}

Findings judge(const RunRecords& records, bool with_tcp) {
  Spreads all;
  for (const std::string& controller : calls_controllers()) {
    all.emplace_back(controller, spreads_of(records, controller, with_tcp));
  }
  const std::vector<Spread>& darc = all.front().second;
  Findings findings;
  findings.claims = with_known_misses(with_tcp ? claims_with_tcp(darc) : claims_alone(darc));
  findings.tables.push_back(table_of(all, with_tcp));
  findings.figures.push_back(figure_of(all, with_tcp));
  return judged_on(calls_controllers().front(), records, std::move(findings));
}

}  // namespace

Findings judge_calls_alone(const RunRecords& records) { return judge(records, false); }
Findings judge_calls_with_tcp(const RunRecords& records) { return judge(records, true); }

}  // namespace evenkeel::lab
