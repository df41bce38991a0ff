#include "gui/window/plot_layouts.h"

#include <algorithm>

#include "gui/plots/plot_spec.h"
#include "gui/plots/plot_stack.h"
#include "gui/window/window_settings.h"

namespace evenkeel {
namespace {

constexpr const char* keys[] = {"plots/stats", "plots/layout"};
constexpr std::string_view of_stats[] = {"rate", "delay", "loss", "frames"};

}  // namespace

void PlotLayouts::show(Which which, PlotStack& plots) {
  if (which == shown_) return;
  layouts_[shown_] = plots.layout_state();
  shown_ = which;
  apply(plots);
}

void PlotLayouts::apply(PlotStack& plots) const {
  if (layouts_[shown_].isEmpty() || !plots.restore_layout(layouts_[shown_])) use_default(plots);
}

void PlotLayouts::use_default(PlotStack& plots) const {
  plots.restore_default_layout();
  if (shown_ != stats) return;
  for (const PlotSpec& spec : plot_specs())
    plots.set_plot_shown(QString::fromUtf8(spec.id.data(), static_cast<int>(spec.id.size())),
                         std::ranges::find(of_stats, spec.id) != std::end(of_stats));
}

void PlotLayouts::restore(const WindowSettings& settings, PlotStack& plots) {
  for (const Which which : {stats, all}) layouts_[which] = settings.bytes(keys[which]);
  apply(plots);
}

void PlotLayouts::persist(WindowSettings& settings, const PlotStack& plots) {
  layouts_[shown_] = plots.layout_state();
  for (const Which which : {stats, all}) settings.set_bytes(keys[which], layouts_[which]);
}

}  // namespace evenkeel
