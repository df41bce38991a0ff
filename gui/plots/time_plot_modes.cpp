#include <algorithm>

#include "gui/plots/curve_style.h"
#include "gui/plots/time_plot.h"

// The parts of a plot for controllers that report their mode and their estimates.
namespace evenkeel {

// Curves without values in any run are hidden in the legend.
void TimePlot::name_what_is_known() {
  for (std::size_t curve = 0; curve < spec_.curves.size(); ++curve) {
    if (!spec_.curves[curve].rare) continue;
    const Column* column = find_column(spec_.curves[curve].column);
    const bool known =
        std::ranges::any_of(runs_, [&](const RunData* run) { return run->store.knows(flow_of(*run), *column); });
    legend_->item(curve).setVisible(known);
  }
}

QColor TimePlot::mode_color(ControllerMode mode) const {
  switch (mode) {
    case ControllerMode::start:
      return theme_->axis;
    case ControllerMode::low_delay:
      return theme_->good;
    case ControllerMode::competition:
      return theme_->warning;
    case ControllerMode::outage:
      break;
  }
  return theme_->danger;
}

void TimePlot::fetch_modes(TimeRange range) {
  std::vector<EventMarks::Band> bands;
  for (std::size_t curve = 0; curve < spec_.curves.size(); ++curve) {
    if (spec_.curves[curve].mark != CurveSpec::Mark::mode || !shown(curve)) continue;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      if (!run_shown_[run]) continue;
      for (const ModeSpan& span : runs_[run]->store.mode_spans(flow_of(*runs_[run]), on_run(run, range))) {
        bands.push_back({to_seconds(span.from) + offset_s(run), to_seconds(span.to) + offset_s(run),
                         mode_color(span.mode), span.mode, static_cast<int>(run)});
      }
    }
  }
  canvas_->marks().set_bands(std::move(bands));
}

std::optional<ControllerMode> TimePlot::mode_at(std::size_t run, Duration time) const {
  constexpr Duration reach = std::chrono::milliseconds(1500);
  const auto spans = runs_[run]->store.mode_spans(flow_of(*runs_[run]), on_run(run, {time - reach, time}));
  return spans.empty() ? std::nullopt : std::optional(spans.back().mode);
}

void TimePlot::show_mode(std::size_t curve, Duration time) {
  std::vector<LegendItem::Reading> readings;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    if (!run_shown_[run]) continue;
    const auto mode = mode_at(run, time);
    if (mode && runs_.size() == 1) legend_->item(curve).set_look({mode_color(*mode)});
    readings.push_back({mode ? text_of(to_string(*mode)) : QStringLiteral("\u2013"),
                        runs_.size() > 1 ? curve_color(curve, run) : theme_->text});
  }
  legend_->item(curve).set_readings(std::move(readings));
}

}  // namespace evenkeel
