#pragma once

#include <QColor>
#include <QPointF>
#include <cstddef>

class QPainter;

namespace evenkeel {

enum class MarkerShape { none, circle, square, triangle, diamond, hanging_triangle, plus, cross };

/// Tells curves apart beside their colours, which not everybody sees and a printer may turn grey.
struct CurveMarker {
  MarkerShape shape = MarkerShape::none;
  bool open = false;  ///< hollow; not of strokes (plus and cross)

  bool operator==(const CurveMarker&) const = default;
};

struct MarkerInk {
  QColor color;
  QColor paper;         ///< inside an open marker
  bool rimmed = false;  ///< with a rim of the paper's colour: visible on a jagged line of its own colour
};

constexpr double curve_marker_size = 7.5;

constexpr std::size_t marker_shapes = 7;

/// The shape of a rank; the first seven differ.
MarkerShape marker_shape(std::size_t rank);
/// The marker of a rank: the seven shapes, then hollow ones; the first twelve differ.
CurveMarker marker_of_rank(std::size_t rank);

void draw_marker(QPainter& painter, QPointF at, const CurveMarker& marker, const MarkerInk& ink, double size);

}  // namespace evenkeel
