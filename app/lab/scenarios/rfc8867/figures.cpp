#include "app/lab/scenarios/rfc8867/judge.h"

#include "app/lab/record/run_record.h"
#include "app/lab/scenarios/rfc8867/parts.h"

namespace evenkeel::lab {
namespace {

// Means over half a second: a line of 100 ms rows shows the encoder's frames more than the controller.
constexpr std::size_t rows_per_point = 5;

FigureSeries series_of(const RunRecord& run, const std::string& flow, RunRecord::Column column, double scale) {
  FigureSeries series;
  series.label = flow;
  const auto found = run.flows.find(flow);
  if (found == run.flows.end()) return series;
  const std::vector<Sample>& rows = found->second;
  for (std::size_t i = 0; i + rows_per_point <= rows.size(); i += rows_per_point) {
    double sum = 0;
    int count = 0;
    for (std::size_t k = i; k < i + rows_per_point; ++k) {
      const auto& value = rows[k].*column;
      if (!value) continue;
      sum += *value;
      ++count;
    }
    series.x.push_back(to_seconds(rows[i + rows_per_point - 1].time));
    series.y.push_back(count > 0 ? scale * sum / count : std::numeric_limits<double>::quiet_NaN());
  }
  return series;
}

FigureSeries capacity_of(const Rfc8867Case& test) {
  FigureSeries series;
  series.label = "capacity";
  series.dashed = true;
  for (const Rfc8867Phase& phase : test.phases) {
    series.x.insert(series.x.end(), {to_seconds(phase.from), to_seconds(phase.to)});
    series.y.insert(series.y.end(), 2, phase.capacity.bps() / 1e6);
  }
  return series;
}

void add_panels(const Rfc8867Case& test, const RunRecord& run, const std::string& controller, Figure& figure) {
  FigurePanel rates;
  rates.title = controller;
  rates.x.label = "time [s]";
  rates.y.label = "rate [Mbit/s]";
  FigurePanel delays = rates;
  delays.y.label = "one-way delay [ms]";
  for (const auto& media : test.media) {
    rates.series.push_back(series_of(run, media.name, &Sample::send_bitrate_bps, 1e-6));
    delays.series.push_back(series_of(run, media.name, &Sample::one_way_delay_ms, 1));
  }
  for (const char* other : {"tcp"}) {
    if (run.flows.count(other) > 0) rates.series.push_back(series_of(run, other, &Sample::send_bitrate_bps, 1e-6));
  }
  if (test.phases.size() > 1 && test.section != "5.3" && test.section != "6.3")
    rates.series.push_back(capacity_of(test));
  figure.panels.push_back(rates);
  figure.panels.push_back(delays);
}

}  // namespace

std::vector<Figure> rfc8867_figures(const Rfc8867Case& test, const RunRecords& records) {
  std::vector<Figure> figures;
  for (const auto& variant : test.variants) {
    Figure figure;
    figure.name = "rfc8867-" + test.section + (variant.name.empty() ? "" : "-" + variant.name);
    for (char& c : figure.name) c = c == ',' || c == '=' ? '-' : c;
    figure.title =
        "RFC 8867, " + test.section + ": " + test.title + (variant.name.empty() ? "" : " (" + variant.name + ")");
    figure.columns = 2;
    for (const std::string& controller : rfc8867_controllers()) {
      const RunRecord* run = records.find(variant.name.empty() ? controller : controller + ',' + variant.name);
      if (run != nullptr) add_panels(test, *run, controller, figure);
    }
    if (!figure.panels.empty()) figures.push_back(figure);
  }
  return figures;
}

}  // namespace evenkeel::lab
