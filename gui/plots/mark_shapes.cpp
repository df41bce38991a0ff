#include "gui/plots/mark_shapes.h"

#include <QPainter>
#include <QPolygonF>

namespace evenkeel {

void draw_loss_mark(QPainter& painter, QPointF top, const QColor& color) {
  constexpr double half = loss_mark_size / 2;
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawPolygon(QPolygonF{top - QPointF(half, 0), top + QPointF(half, 0), top + QPointF(0, loss_mark_size)});
  painter.setBrush(Qt::NoBrush);
}

void draw_key_frame_mark(QPainter& painter, QPointF bottom, const QColor& color) {
  QPen pen(color, 2);
  pen.setCapStyle(Qt::FlatCap);
  painter.setPen(pen);
  painter.drawLine(bottom, bottom - QPointF(0, key_frame_mark_size));
}

void draw_mode_mark(QPainter& painter, QPointF middle, double width, const QColor& color) {
  const QPointF half(width / 2, mode_band_height / 2);
  painter.fillRect(QRectF(middle - half, middle + half), color);
}

}  // namespace evenkeel
