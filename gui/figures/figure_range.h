#pragma once

#include <optional>

#include "gui/figures/figure.h"

namespace evenkeel {

struct FigureRange {
  double lower = 0;
  double upper = 1;
};

/// Whether an axis can show a value: finite, and above zero on a logarithmic axis.
bool is_drawable(double value, bool logarithmic);

/// The ranges of the axes: they contain the data, the limits and the spans, rounded outwards to readable numbers,
/// unless the axis sets its own limits. Categories count from 1. Nullopt if the panel has nothing to draw.
std::optional<FigureRange> x_range(const FigurePanel& panel);
std::optional<FigureRange> y_range(const FigurePanel& panel);

}  // namespace evenkeel
