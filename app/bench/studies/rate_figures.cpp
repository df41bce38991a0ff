#include <algorithm>
#include <array>
#include <cmath>

#include "app/bench/studies/measures.h"
#include "app/bench/studies/rate_runs.h"
#include "core/base/quantity.h"

namespace evenkeel::bench {
namespace {

constexpr double min_shown = 1e-4;  // percent; smaller errors are drawn as this, since the axis is logarithmic

/// The same in every panel, regardless of its loops.
int color_of(const std::string& loop) {
  constexpr std::array order{"rmc", "rfc3448", "rfc3448-burst", "rfc3448-nominal", "token-bucket", "iperf3"};
  return static_cast<int>(std::find(order.begin(), order.end(), loop) - order.begin());
}

FigurePanel error_panel(const BenchOptions& options, const RateRuns& runs, const std::vector<SendRun>& all,
                        const std::string& title) {
  FigurePanel panel;
  panel.title = title;
  panel.x = {"rate asked for [Mbit/s]", false, {}, {}};
  panel.y = {"|relative error| [%]", true, min_shown, 100};
  for (const DataRate rate : rates_of(options)) panel.categories.push_back(format_number(rate.bps() / 1e6));
  for (const std::string& loop : loops_of(options)) {
    if (loop == "bare") continue;
    FigureBars bars{loop, {}, color_of(loop)};
    for (const DataRate rate : rates_of(options)) {
      const SendRun* run = runs.find(all, loop, rate);
      bars.values.push_back(run == nullptr ? std::nan("") : std::max(min_shown, std::abs(100 * run->relative_error())));
    }
    if (std::any_of(bars.values.begin(), bars.values.end(), [](double v) { return std::isfinite(v); })) {
      panel.bars.push_back(std::move(bars));
    }
  }
  panel.limits = {{0.06, "0.06 %"}};
  return panel;
}

Figure error_figure(const BenchOptions& options, const RateRuns& runs) {
  return {
      "figure-7-rate-error",
      "Relative error of the rate over the run (RMC, Fig. 7)",
      {error_panel(options, runs, runs.native, "this machine, busy processes for a third of the time"),
       error_panel(options, runs, runs.old_kernel, "Linux 2.6.19, HZ=100, emulated; no load in the model"),
       error_panel(options, runs, runs.newer_kernel, "Linux 2.6.28, emulated; later wake-ups for a third of the time")},
      1};
}

void append_line(FigurePanel& panel, const SendRun* run, const std::string& label, int color) {
  if (run == nullptr) return;
  const RateLine line = rate_line(*run, 200ms);
  panel.series.push_back({label, line.seconds, line.megabits, FigureSeries::Style::line, color, false});
}

/// Figs 8, 9 and 10 are one send loop each at 500 Mbps.
Figure time_figure(const RateRuns& runs, const std::string& loop, const std::string& number, const std::string& words) {
  const DataRate rate = megabits_per_second(500);
  FigurePanel panel;
  panel.x = {"time [s]", false, 0, {}};
  panel.y = {"rate, means of 200 ms [Mbit/s]", false, 0, 650};
  const SendRun* native = runs.find(runs.native, loop, rate);
  append_line(panel, native, "this machine", 0);
  append_line(panel, runs.find(runs.old_kernel, loop, rate), "2.6.19, emulated", 1);
  append_line(panel, runs.find(runs.newer_kernel, loop, rate), "2.6.28, emulated", 2);
  const SendRun* emulated = runs.find(runs.newer_kernel, loop, rate);
  // The busy time is marked only if it is the same for all curves.
  if (emulated != nullptr && (native == nullptr || native->plan.busy_from == emulated->plan.busy_from)) {
    panel.spans = {{to_seconds(emulated->plan.busy_from), to_seconds(emulated->plan.busy_to), "5 busy processes"}};
  }
  panel.limits = {{500, "asked for"}};
  return {"figure-" + number + "-" + loop, words + " at 500 Mbit/s (RMC, Fig. " + number + ")", {panel}, 1};
}

Figure cost_figure(const RateRuns& runs) {
  FigurePanel panel;
  panel.x = {"rate [Mbit/s]", false, {}, {}};
  panel.y = {"CPU time of the sender per packet [us]", false, 0, {}};
  const std::vector<double> megabits{500, 1000};
  for (const double rate : megabits) panel.categories.push_back(cell(rate, 0));
  for (const std::string loop : {"bare", "rmc", "rfc3448-burst", "rfc3448-nominal", "token-bucket", "iperf3"}) {
    FigureBars bars{loop, {}, {}};
    for (const double rate : megabits) {
      const SendRun* run = runs.find(runs.native, loop, megabits_per_second(rate));
      bars.values.push_back(run == nullptr ? std::nan("") : 1e6 * run->cpu_per_packet());
    }
    panel.bars.push_back(std::move(bars));
  }
  return {"cost-per-packet", "What a packet costs the sender, this machine", {panel}, 1};
}

}  // namespace

std::vector<Figure> rate_figures(const BenchOptions& options, const RateRuns& runs) {
  return {error_figure(options, runs), time_figure(runs, "rmc", "8", "RMC"),
          time_figure(runs, "rfc3448", "9", "RFC 3448 without bursts, actual-time anchor"),
          time_figure(runs, "rfc3448-burst", "10", "RFC 3448 with bursts, actual-time anchor"), cost_figure(runs)};
}

}  // namespace evenkeel::bench
