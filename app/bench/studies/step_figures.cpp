#include <algorithm>
#include <array>
#include <cmath>

#include "app/bench/studies/step_runs.h"

namespace evenkeel::bench {
namespace {

constexpr std::array shown_gains{0.2, 0.6, 1.0, 1.4, 1.8};
constexpr Duration shown = 500ms;  // after a step

double seconds_of(const std::optional<Duration>& time) { return time ? to_seconds(*time) : std::nan(""); }

FigureSeries series_of(const std::string& label, const std::vector<StepResponse>& all, bool down, int color) {
  FigureSeries series{label, {}, {}, FigureSeries::Style::line_and_points, color, false};
  for (const StepResponse& response : all) {
    for (std::size_t i = 0; i < response.ratios.size(); ++i) {
      if ((response.ratios[i] > 1) != down) continue;
      series.x.push_back(response.k_r);
      series.y.push_back(seconds_of(response.settled[i]));
    }
  }
  return series;
}

FigureSeries theory_of(const std::string& label, double ratio, int color) {
  FigureSeries series{label, {}, {}, FigureSeries::Style::line, color, true};
  for (int i = 0; i <= 32; ++i) {
    series.x.push_back(0.2 + 0.05 * i);
    series.y.push_back(seconds_of(predicted_settling(series.x.back(), ratio)));
  }
  return series;
}

Figure settling_figure(const StepResponses& responses) {
  FigurePanel panel;
  panel.x = {"gain k_r", false, 0, 2};
  panel.y = {"5 % settling time [s]", false, 0, {}};
  panel.series = {series_of("down, 2.6.19 emulated", responses.emulated, true, 0),
                  series_of("up, 2.6.19 emulated", responses.emulated, false, 1),
                  series_of("down, this machine", responses.native, true, 2),
                  series_of("up, this machine", responses.native, false, 3),
                  theory_of("10:1 down, closed form", 10, 0),
                  theory_of("1:10 up, closed form", 0.1, 1)};
  return {"figure-13-settling", "Settling after a step, T_s = 20 ms (RMC, Fig. 13)", {panel}, 1};
}

/// An iteration's rate is that since the previous one, so the curve has steps.
FigureSeries line_of(const SendRun& run, double k_r, Duration from, Duration to) {
  FigureSeries series{"k_r = " + cell(k_r, 1), {}, {}, FigureSeries::Style::steps, {}, false};
  const auto arrivals = run.arrivals.arrivals();
  for (std::size_t i = 1; i < arrivals.size(); ++i) {
    if (arrivals[i].time < from || arrivals[i].time > to) continue;
    series.x.push_back(to_seconds(arrivals[i - 1].time - from));
    series.y.push_back(8e-6 * static_cast<double>(arrivals[i].bytes) /
                       to_seconds(arrivals[i].time - arrivals[i - 1].time));
  }
  return series;
}

FigurePanel response_panel(DataRate high, std::size_t step, const std::string& title) {
  FigurePanel panel;
  panel.title = title;
  panel.x = {"time after the step [s]", false, {}, {}};
  panel.y = {"rate [Mbit/s]", false, 0, {}};
  for (const double k_r : shown_gains) {
    const SendRun run = emulated_steps(k_r, high, 2s);
    const Duration at = run.plan.steps[step].at;
    panel.series.push_back(line_of(run, k_r, at, at + shown));
  }
  return panel;
}

Figure response_figure(std::size_t step) {
  const std::string number = step == 0 ? "11" : "12";
  const std::string title = step == 0 ? "Step down to a tenth" : "Step up by ten";
  return {"figure-" + number + (step == 0 ? "-step-down" : "-step-up"),
          title + ", 2.6.19 emulated (RMC, Fig. " + number + ")",
          {response_panel(megabits_per_second(100), step, "100 and 10 Mbit/s"),
           response_panel(megabits_per_second(500), step, "500 and 50 Mbit/s")},
          2};
}

bool is_shown(double k_r) {
  return std::any_of(shown_gains.begin(), shown_gains.end(), [&](double g) { return std::abs(g - k_r) < 1e-9; });
}

Figure native_figure(std::span<const SendRun> runs, const std::vector<double>& gains) {
  FigurePanel panel;
  panel.x = {"time [s]", false, {}, {}};
  panel.y = {"rate [Mbit/s]", false, 0, {}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& steps = runs[i].plan.steps;
    const Duration until = steps.size() > 2 ? steps[2].at : runs[i].plan.duration;  // the rest repeats it
    if (runs.size() > shown_gains.size() && !is_shown(gains[i])) continue;
    panel.series.push_back(line_of(runs[i], gains[i], Duration::zero(), until));
  }
  return {"steps-this-machine", "Steps of the rate on this machine, T_s = 20 ms", {panel}, 1};
}

}  // namespace

std::vector<Figure> step_figures(const StepResponses& responses, std::span<const SendRun> native,
                                 const std::vector<double>& native_gains) {
  return {response_figure(0), response_figure(1), settling_figure(responses), native_figure(native, native_gains)};
}

}  // namespace evenkeel::bench
