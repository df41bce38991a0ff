#pragma once

#include <QColor>
#include <QPointF>

class QPainter;

namespace evenkeel {

constexpr double loss_mark_size = 7;
constexpr double key_frame_mark_size = 7;
constexpr double mode_band_height = 6;
constexpr double usual_band_height = 3;

/// A triangle that hangs from a point.
void draw_loss_mark(QPainter& painter, QPointF top, const QColor& color);
/// A stroke that stands on a point.
void draw_key_frame_mark(QPainter& painter, QPointF bottom, const QColor& color);
/// A piece of a band, around a point.
void draw_mode_mark(QPainter& painter, QPointF middle, double width, const QColor& color);

}  // namespace evenkeel
