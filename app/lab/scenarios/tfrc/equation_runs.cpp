#include "app/lab/scenarios/tfrc/equation_runs.h"

#include <algorithm>

#include "app/lab/scenarios/scenario_math.h"

namespace evenkeel::lab {
namespace {

constexpr int seeds = 1;

double equation_with(const RunRecord& run, const std::vector<std::string>& flows, FlowMeasure p) {
  std::vector<double> rates;
  for (const std::string& flow : flows) rates.push_back(equation_rate(run, flow, p(run, flow)));
  return average_of(rates);
}

double equation_of_inverse_interval(const RunRecord& run) {
  return equation_with(run, tested_tfrc(), inverse_interval);
}

}  // namespace

std::string tfrc_series(int intervals) { return (intervals < 10 ? "L=0" : "L=") + std::to_string(intervals) + ","; }

std::vector<RunPlan> tfrc_equation_runs(const std::vector<int>& interval_numbers) {
  std::vector<RunPlan> runs;
  for (const int intervals : interval_numbers) {
    TfrcSetup setup;
    setup.settings = {{"tfrc.rto", "1"}, {"tfrc.intervals", std::to_string(intervals)}};
    for (RunPlan& run : tfrc_load_runs(tfrc_series(intervals), setup, seeds)) runs.push_back(std::move(run));
  }
  return runs;
}

double mean_event_rate_of_tfrc(const RunRecord& run) { return mean_over(run, tested_tfrc(), loss_event_rate); }
double mean_event_rate_of_tcp(const RunRecord& run) { return mean_over(run, tested_tcp(), loss_event_rate); }
double mean_rate_of_tfrc(const RunRecord& run) { return mean_over(run, tested_tfrc(), sending_rate); }
double mean_rate_of_tcp(const RunRecord& run) { return mean_over(run, tested_tcp(), sending_rate); }
double equation_of_tcp(const RunRecord& run) { return equation_with(run, tested_tcp(), loss_event_rate); }
double equation_of_tfrc(const RunRecord& run) { return equation_with(run, tested_tfrc(), loss_event_rate); }

TfrcGaps tfrc_gaps(const RunRecords& records, int intervals) {
  const auto against_tfrc = [&](double (*rate)(const RunRecord&)) {
    return points_of(records, tfrc_series(intervals), mean_event_rate_of_tfrc,
                     [rate](const RunRecord& run) { return ratio_of_difference(rate(run), mean_rate_of_tfrc(run)); });
  };
  return {against_tfrc(equation_of_tfrc), against_tfrc(equation_of_inverse_interval), against_tfrc(mean_rate_of_tcp)};
}

void append_cloud(FigurePanel& panel, const std::string& label, const Points& points, int color) {
  panel.series.push_back({label, points.x, points.y, FigureSeries::Style::points, color, false});
  const Line line = fitted_line(points.x, points.y);
  if (points.x.empty()) return;
  const auto [minimum, maximum] = std::minmax_element(points.x.begin(), points.x.end());
  panel.series.push_back(
      {"", {*minimum, *maximum}, {line.at(*minimum), line.at(*maximum)}, FigureSeries::Style::line, color, true});
}

}  // namespace evenkeel::lab
