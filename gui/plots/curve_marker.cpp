#include "gui/plots/curve_marker.h"

#include <QPainter>
#include <QPolygonF>
#include <array>

namespace evenkeel {
namespace {

constexpr std::size_t hollow_shapes = 5;  // strokes have no inside

QPolygonF outline(MarkerShape shape, QPointF at, double half) {
  const auto point = [&](double x, double y) { return at + QPointF(x, y) * half; };
  switch (shape) {
    case MarkerShape::square:
      return {{point(-0.88, -0.88), point(0.88, -0.88), point(0.88, 0.88), point(-0.88, 0.88)}};
    case MarkerShape::triangle:
      return {{point(0, -1.1), point(1.1, 0.85), point(-1.1, 0.85)}};
    case MarkerShape::hanging_triangle:
      return {{point(0, 1.1), point(1.1, -0.85), point(-1.1, -0.85)}};
    default:
      return {{point(0, -1.25), point(1.25, 0), point(0, 1.25), point(-1.25, 0)}};
  }
}

void draw_cross(QPainter& painter, QPointF at, MarkerShape shape, double half) {
  const QPointF a = shape == MarkerShape::plus ? QPointF(half, 0) * 1.15 : QPointF(half, half) * 0.9;
  const QPointF b(a.y(), -a.x());
  painter.drawLine(at - a, at + a);
  painter.drawLine(at - b, at + b);
}

void draw_strokes(QPainter& painter, QPointF at, MarkerShape shape, const MarkerInk& ink, double half) {
  if (ink.rimmed) {
    painter.setPen(QPen(ink.paper, half * 0.55 + 2, Qt::SolidLine, Qt::SquareCap));
    draw_cross(painter, at, shape, half);
  }
  painter.setPen(QPen(ink.color, half * 0.55, Qt::SolidLine, Qt::FlatCap));
  draw_cross(painter, at, shape, half);
}

}  // namespace

MarkerShape marker_shape(std::size_t rank) {
  constexpr std::array shapes{MarkerShape::circle,  MarkerShape::square,           MarkerShape::triangle,
                              MarkerShape::diamond, MarkerShape::hanging_triangle, MarkerShape::cross,
                              MarkerShape::plus};
  static_assert(shapes.size() == marker_shapes);
  return shapes[rank % shapes.size()];
}

CurveMarker marker_of_rank(std::size_t rank) {
  const std::size_t place = rank % (marker_shapes + hollow_shapes);
  const bool open = place >= marker_shapes;
  return {marker_shape(open ? place - marker_shapes : place), open};
}

void draw_marker(QPainter& painter, QPointF at, const CurveMarker& marker, const MarkerInk& ink, double size) {
  if (marker.shape == MarkerShape::none) return;
  if (marker.shape == MarkerShape::plus || marker.shape == MarkerShape::cross)
    return draw_strokes(painter, at, marker.shape, ink, size / 2);
  painter.setPen(marker.open ? QPen(ink.color, 1.2) : ink.rimmed ? QPen(ink.paper, 1) : QPen(Qt::NoPen));
  painter.setBrush(marker.open ? ink.paper : ink.color);
  if (marker.shape == MarkerShape::circle) {
    painter.drawEllipse(at, size / 2, size / 2);
  } else {
    painter.drawPolygon(outline(marker.shape, at, size / 2));
  }
  painter.setBrush(Qt::NoBrush);
}

}  // namespace evenkeel
