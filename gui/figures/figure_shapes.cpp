#include "gui/figures/figure_style.h"

namespace evenkeel {
namespace {

constexpr double hatch_step = 4.5;

// Lines across a square that is larger than the area, whatever their direction.
void draw_stripes(QPainter& painter, const QRectF& area, double dx, double dy) {
  const double reach = area.width() + area.height();
  const QPointF along = QPointF(dx, dy) * reach;
  const QPointF across = QPointF(-dy, dx) * hatch_step;
  const int count = static_cast<int>(reach / hatch_step) + 1;
  // From the lower left corner: neighbouring bars of one kind then look alike.
  for (int i = -count; i <= count; ++i) {
    const QPointF middle = area.bottomLeft() + QPointF(0.5, -0.5) * hatch_step + across * i;
    painter.drawLine(middle - along, middle + along);
  }
}

void draw_hatch(QPainter& painter, const QRectF& area, FigureHatch hatch) {
  constexpr double diagonal = 0.7071;
  if (hatch == FigureHatch::rising || hatch == FigureHatch::crossed) draw_stripes(painter, area, diagonal, -diagonal);
  if (hatch == FigureHatch::falling || hatch == FigureHatch::crossed) draw_stripes(painter, area, diagonal, diagonal);
  if (hatch == FigureHatch::level) draw_stripes(painter, area, 1, 0);
  if (hatch == FigureHatch::upright) draw_stripes(painter, area, 0, 1);
}

QColor paled(const QColor& color, double strength) {
  const auto mix = [&](int part) { return static_cast<int>(255 - strength * (255 - part)); };
  return {mix(color.red()), mix(color.green()), mix(color.blue())};
}

}  // namespace

void draw_marker(QPainter& painter, QPointF at, const FigureStyle& style, double size) {
  draw_marker(painter, at, {style.marker, style.open}, {style.color, Qt::white, style.sparse}, size);
}

void draw_hatched(QPainter& painter, const QRectF& area, const FigureStyle& style) {
  const FigureHatch hatch = style.hatch.value_or(FigureHatch::solid);
  const double strength = hatch == FigureHatch::solid ? 1 : hatch == FigureHatch::pale ? 0.4 : 0.12;
  painter.fillRect(area, paled(style.color, strength));
  painter.save();
  painter.setClipRect(area, Qt::IntersectClip);
  painter.setPen(QPen(style.color, 1.3, Qt::SolidLine, Qt::FlatCap));
  draw_hatch(painter, area, hatch);
  painter.restore();
  painter.setPen(QPen(style.color, 1, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area);
}

}  // namespace evenkeel
