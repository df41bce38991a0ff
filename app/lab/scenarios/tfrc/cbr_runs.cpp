#include "app/lab/scenarios/tfrc/cbr_runs.h"

#include <algorithm>

namespace evenkeel::lab {

TfrcSetup tfrc_cbr_setup() {
  TfrcSetup setup;
  setup.rate = megabits_per_second(20);
  setup.with_cbr = true;
  setup.settings = {{"tfrc.rto", "1"}};
  return setup;
}

std::vector<RunPlan> tfrc_cbr_runs(int seeds) { return tfrc_load_runs("", tfrc_cbr_setup(), seeds); }

std::vector<double> cbr_by_load(const RunRecords& records, int number, FlowMeasure measure) {
  return by_load(records, "", {"cbr" + std::to_string(number)}, measure);
}

int cbr_number(DataRate rate) {
  const std::vector<DataRate>& rates = tfrc_cbr_rates();
  const auto found = std::find(rates.begin(), rates.end(), rate);
  return found == rates.end() ? 0 : static_cast<int>(found - rates.begin()) + 1;
}

FigurePanel panel_by_load(const std::string& y_label, bool logarithmic) {
  FigurePanel panel;
  panel.x = {"long-lived TCP flows in the background", true, {}, {}};
  panel.y = {y_label, logarithmic, {}, {}};
  if (!logarithmic) panel.y.minimum = 0;
  return panel;
}

FigureSeries line_by_load(const std::string& label, const std::vector<double>& values, double scale, bool dashed) {
  FigureSeries line;
  line.label = label;
  line.style = FigureSeries::Style::line_and_points;
  line.dashed = dashed;
  for (const int load : tfrc_loads()) line.x.push_back(load);
  for (const double value : values) line.y.push_back(scale * value);
  return line;
}

Table table_by_load(const std::string& name, const std::string& title,
                    const std::vector<std::pair<std::string, std::vector<double>>>& columns, int decimals,
                    double scale) {
  Table table{name, title, {"background TCP"}, {}};
  for (const auto& column : columns) table.columns.push_back(column.first);
  for (std::size_t i = 0; i < tfrc_loads().size(); ++i) {
    table.rows.push_back({std::to_string(tfrc_loads()[i])});
    for (const auto& column : columns) table.rows.back().push_back(cell(scale * column.second[i], decimals));
  }
  return table;
}

}  // namespace evenkeel::lab
