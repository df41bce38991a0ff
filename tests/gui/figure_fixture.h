#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "gui/figures/figure.h"

namespace evenkeel::test {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

inline FigureSeries line_of(const std::string& label, std::vector<double> x, std::vector<double> y) {
  return {.label = label, .x = std::move(x), .y = std::move(y), .color = std::nullopt};
}

inline FigurePanel panel_of(std::vector<FigureSeries> series) {
  FigurePanel panel;
  panel.title = "A panel";
  panel.x.label = "time [s]";
  panel.y.label = "rate [Mbit/s]";
  panel.series = std::move(series);
  return panel;
}

inline FigurePanel simple_panel() { return panel_of({line_of("ours", {0, 1, 2}, {1, 3, 2})}); }

inline Figure figure_of(std::vector<FigurePanel> panels, int columns = 1) {
  return {.name = "figure-1", .title = "A figure", .panels = std::move(panels), .columns = columns};
}

}  // namespace evenkeel::test
