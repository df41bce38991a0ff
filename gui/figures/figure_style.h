#pragma once

#include <QPainter>
#include <QPen>
#include <optional>
#include <vector>

#include "gui/figures/figure.h"
#include "gui/plots/curve_marker.h"

namespace evenkeel {

/// Distinguishes bars in addition to the colour, which a printer may turn grey.
enum class FigureHatch { solid, rising, pale, falling, level, crossed, upright };

struct FigureStyle {
  QColor color;
  QPen pen = Qt::NoPen;
  MarkerShape marker = MarkerShape::none;
  bool open = false;    ///< the marker is white inside
  bool sparse = false;  ///< a few markers only distinguish the lines; they are not data points
  std::optional<FigureHatch> hatch{};

  bool operator==(const FigureStyle&) const = default;
};

/// Ranks for curves that want a certain colour (an index into Theme::curves) or the next free one. The rank modulo the
/// number of colours selects the colour; higher ranks use dashes and open markers.
std::vector<std::size_t> figure_ranks(const std::vector<std::optional<int>>& wanted);

std::vector<FigureStyle> series_styles(const FigurePanel& panel);
/// The styles of the bars, in the colours that the series do not use.
std::vector<FigureStyle> bar_styles(const FigurePanel& panel);

void draw_marker(QPainter& painter, QPointF at, const FigureStyle& style, double size);
void draw_hatched(QPainter& painter, const QRectF& area, const FigureStyle& style);

}  // namespace evenkeel
