#pragma once

#include <QPainter>
#include <QPen>
#include <optional>
#include <vector>

#include "gui/figures/figure.h"

namespace evenkeel {

/// What a series is recognized by besides its colour, which a printer may turn grey.
enum class FigureMarker { none, circle, square, triangle, diamond, hanging_triangle, plus, cross };
enum class FigureHatch { solid, rising, pale, falling, level, crossed, upright };

struct FigureStyle {
  QColor color;
  QPen pen = Qt::NoPen;
  FigureMarker marker = FigureMarker::none;
  bool open = false;    ///< the marker is white inside
  bool sparse = false;  ///< a few markers tell the lines apart; they are no measured points
  std::optional<FigureHatch> hatch{};

  bool operator==(const FigureStyle&) const = default;
};

/// Ranks for curves that want a colour (an index into Theme::curves) or the next that is free: rank modulo the number
/// of colours is the colour's place in the order, and what is beyond is told apart by dashes and open markers.
std::vector<std::size_t> figure_ranks(const std::vector<std::optional<int>>& wanted);

std::vector<FigureStyle> series_styles(const FigurePanel& panel);
/// Those of the bars; they take the colours that the series leave.
std::vector<FigureStyle> bar_styles(const FigurePanel& panel);

void draw_marker(QPainter& painter, QPointF at, const FigureStyle& style, double size);
void draw_hatched(QPainter& painter, const QRectF& area, const FigureStyle& style);

}  // namespace evenkeel
