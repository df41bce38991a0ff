#pragma once

#include <QStringList>

#include "gui/figures/figure_content.h"

namespace evenkeel {

/// Words beside the data, placed so that none is upon another.
struct PlacedLabel {
  QStringList lines;
  QRectF area;
};

/// The spans' labels, above the axes in as many rows as they need.
std::vector<PlacedLabel> span_labels(const FigureAxes& axes, const FigurePanel& panel);
/// The limits' labels, to the right of the axes beside their lines, moved apart where the lines are close.
std::vector<PlacedLabel> limit_labels(const FigureAxes& axes, const FigurePanel& panel);
/// The room that these need, in pixels.
double limit_label_width(const FigurePanel& panel);

void draw_labels(QPainter& painter, const std::vector<PlacedLabel>& labels, Qt::Alignment alignment);

}  // namespace evenkeel
