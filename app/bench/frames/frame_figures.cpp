#include <algorithm>
#include <limits>

#include "app/bench/frames/frame_table.h"

namespace evenkeel::bench {
namespace {

using Results = std::vector<FramePacingResult>;
using Measure = double (*)(const FramePacingResult&);

struct Shown {
  const char* title;
  const char* axis;
  Measure of;
};

constexpr Shown of_calls[] = {
    {"Frame delay, p95", "capture to last packet [ms]",
     [](const FramePacingResult& r) { return r.frame_delay_ms.p95; }},
    {"Link queue met by packets, p95", "queue [ms]", [](const FramePacingResult& r) { return r.queue_seen_ms.p95; }},
    {"Packets lost", "loss [%]", [](const FramePacingResult& r) { return 100 * r.loss(); }},
};
constexpr Shown of_controllers[] = {
    {"Target", "mean target [Mbps]", [](const FramePacingResult& r) { return r.target_bps / 1e6; }},
    {"One-way delay", "mean of packets [ms]", [](const FramePacingResult& r) { return r.one_way_delay_ms; }},
    {"Packets lost", "loss [%]", [](const FramePacingResult& r) { return 100 * r.loss(); }},
};

FigureBars& bars_of(FigurePanel& panel, const std::string& label) {
  for (FigureBars& bars : panel.bars) {
    if (bars.label == label) return bars;
  }
  const std::vector<double> nothing(panel.categories.size(), std::numeric_limits<double>::quiet_NaN());
  return panel.bars.emplace_back(FigureBars{label, nothing, {}});
}

FigurePanel panel_of(const Shown& shown, const Results& results) {
  FigurePanel panel;
  panel.title = shown.title;
  panel.x.label = "pacing rate over target";
  panel.y.label = shown.axis;
  panel.y.minimum = 0;
  const auto gains = pacing_gains();
  for (const double gain : gains) panel.categories.push_back(gain_text(gain));
  for (const FramePacingResult& r : results) {
    const auto at = std::find(gains.begin(), gains.end(), r.plan.gain) - gains.begin();
    if (at == std::ssize(gains)) continue;
    bars_of(panel, situation_of(r.plan)).values[static_cast<std::size_t>(at)] = shown.of(r);
  }
  return panel;
}

template <std::size_t N>
Figure figure_of(std::string name, std::string title, const Shown (&shown)[N], const Results& results) {
  Figure figure{std::move(name), std::move(title), {}, 1};
  for (const Shown& s : shown) figure.panels.push_back(panel_of(s, results));
  return figure;
}

Results some_of(const Results& results, bool fixed) {
  Results some;
  std::copy_if(results.begin(), results.end(), std::back_inserter(some),
               [&](const FramePacingResult& r) { return (r.plan.controller == "fixed") == fixed; });
  return some;
}

}  // namespace

std::vector<Figure> frame_pacing_figures(const Results& results) {
  if (results.empty()) return {};
  const bool vp8 = results.front().plan.codec == FrameCodec::vp8;
  const std::string name = vp8 ? "pacing-gain-vp8" : "pacing-gain-synthetic";
  const std::string source = vp8 ? "VP8" : "synthetic encoder";
  std::vector<Figure> figures;
  const Results fixed = some_of(results, true);
  const Results controlled = some_of(results, false);
  if (!fixed.empty()) {
    figures.push_back(figure_of(name, "How fast a frame should leave: fixed rate, " + source, of_calls, fixed));
  }
  if (!controlled.empty()) {
    const std::string title = "What the pacing gain does to the controllers, " + source;
    figures.push_back(figure_of(name + "-controllers", title, of_controllers, controlled));
  }
  return figures;
}

}  // namespace evenkeel::bench
