#include <algorithm>

#include "app/bench/studies/study.h"
#include "core/base/quantity.h"

namespace evenkeel::bench {
namespace {

std::vector<Study> all_studies(const BenchOptions& options) {
  return {timer_study(options),  step_study(options),  gain_study(options),
          timing_study(options), frame_study(options), rate_study(options)};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> published_rmc(double k_r, Duration t_s) {
  return {{"k_r", cell(k_r, 3)}, {"T_s_min", format_duration(t_s)}, {"b", "0"}, {"B_max", "0s"}};
}

std::vector<Study> make_studies(const BenchOptions& options) {
  std::vector<Study> studies;
  for (Study& study : all_studies(options)) {
    const auto& wanted = options.studies;
    // Without a common clock arrival times mean nothing.
    if (options.to && (study.name == "timing" || study.name == "steps")) continue;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), study.name) != wanted.end()) {
      studies.push_back(std::move(study));
    }
  }
  return studies;
}

std::vector<std::string> study_names() { return {"timer", "steps", "gain", "timing", "frames", "rates"}; }

Table table_of(const Figure& figure) {
  Table table{figure.name, figure.title, {"panel", "series", "x", "y"}, {}};
  const auto add = [&](const FigurePanel& panel, const std::string& series, const std::string& x, double y) {
    table.rows.push_back({panel.title, series, x, cell(y, 6)});
  };
  for (const FigurePanel& panel : figure.panels) {
    for (const FigureSeries& s : panel.series) {
      for (std::size_t i = 0; i < s.x.size(); ++i) add(panel, s.label, cell(s.x[i], 6), s.y[i]);
    }
    for (const FigureBars& bars : panel.bars) {
      for (std::size_t i = 0; i < bars.values.size(); ++i) add(panel, bars.label, panel.categories[i], bars.values[i]);
    }
  }
  return table;
}

}  // namespace evenkeel::bench
