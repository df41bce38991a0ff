#pragma once

#include <QColor>
#include <QPointF>

class QPainter;

namespace evenkeel {

constexpr double loss_mark_size = 7;
constexpr double key_frame_mark_size = 7;

/// A triangle that hangs from a point.
void draw_loss_mark(QPainter& painter, QPointF top, const QColor& color);
/// A stroke that stands on a point.
void draw_key_frame_mark(QPainter& painter, QPointF bottom, const QColor& color);

}  // namespace evenkeel
