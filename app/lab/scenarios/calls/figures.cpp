#include "app/lab/scenarios/calls/judge.h"

#include <algorithm>

#include "app/lab/scenarios/findings.h"

namespace evenkeel::lab {
namespace {

constexpr Duration window = 500ms;

FigurePanel panel_of(const std::string& y_label) {
  FigurePanel panel;
  panel.x.label = "time [s]";
  panel.y.label = y_label;
  return panel;
}

void add_controller(const CallsVariant& variant, const RunRecord& run, const std::string& controller, Figure& figure) {
  const bool several = variant.media.size() > 1;
  for (const auto& media : variant.media) {
    figure.panels[0].series.push_back(
        line_over_time(run, media.name, &Sample::receive_bitrate_bps, several ? media.name : controller, 1e-6, window));
  }
  figure.panels[1].series.push_back(
      line_over_time(run, variant.media.front().name, &Sample::link_queue_ms, controller, 1, window));
}

void add_others(const CallsVariant& variant, const RunRecord& run, Figure& figure) {
  auto& series = figure.panels[0].series;
  for (const FlowPlan& flow : variant.others) {
    if (flow.from > flow.to) continue;
    series.push_back(line_over_time(run, flow.name, &Sample::receive_bitrate_bps, flow.name, 1e-6, window));
  }
  const auto capacity =
      line_over_time(run, variant.media.front().name, &Sample::link_capacity_bps, "capacity", 1e-6, window);
  series.push_back(capacity);
  series.back().dashed = true;
}

std::vector<std::string> drawn_controllers(const CallsVariant& variant) {
  if (variant.media.size() > 1) return {calls_controllers().front()};
  return {"darc", "ldcc", "gcc"};
}

}  // namespace

std::vector<Figure> calls_figures(const CallsCase& test, const RunRecords& records) {
  const auto drawn = std::find_if(test.variants.begin(), test.variants.end(),
                                  [&](const CallsVariant& variant) { return variant.name == test.drawn; });
  if (drawn == test.variants.end()) return {};
  Figure figure{"calls-" + test.letter, test.title + (drawn->name.empty() ? "" : " (" + drawn->name + ")"), {}, 1};
  figure.panels = {panel_of("rate [Mbit/s]"), panel_of("queue [ms]")};
  const RunRecord* first = nullptr;
  for (const std::string& controller : drawn_controllers(*drawn)) {
    const RunRecord* run = records.find(calls_run_name(controller, *drawn, 1));
    if (run == nullptr) continue;
    if (first == nullptr) first = run;
    add_controller(*drawn, *run, controller, figure);
  }
  if (first == nullptr) return {};
  add_others(*drawn, *first, figure);
  return {figure};
}

}  // namespace evenkeel::lab
