#pragma once

#include <optional>

#include "gui/figures/figure.h"

namespace evenkeel {

struct FigureRange {
  double lower = 0;
  double upper = 1;
};

/// Whether an axis has a place for a value: finite, and above zero where it is logarithmic.
bool is_drawable(double value, bool logarithmic);

/// What the axes show: the data, the limits and the spans, rounded up to something readable, or what the axis says.
/// Categories are counted from 1. Nothing if the panel has nothing to draw.
std::optional<FigureRange> x_range(const FigurePanel& panel);
std::optional<FigureRange> y_range(const FigurePanel& panel);

}  // namespace evenkeel
