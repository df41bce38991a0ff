#include "gui/plots/cursor_line.h"

#include <algorithm>
#include <cmath>

#include "gui/plots/time_ticker.h"

namespace evenkeel {
namespace {

constexpr double dot_size = 9;  // larger than the markers of curves

}  // namespace

void CursorLine::draw(QPainter& painter, const QCustomPlot& plot) const {
  painter.setFont(plot.font());
  painter.setRenderHint(QPainter::Antialiasing);
  draw_fixed(painter, plot);
  if (!box_.isEmpty()) draw_box(painter);
  if (const auto x = x_in(plot)) {
    painter.setPen(QPen(theme_->cursor, 1));
    painter.drawLine(QPointF(*x, plot.axisRect()->top()), QPointF(*x, plot.axisRect()->bottom()));
    draw_dots(painter, plot, *x);
    if (time_shown_) draw_time(painter, plot, *x);
  }
  if (!note_.isEmpty()) draw_note(painter, plot);
}

QRegion CursorLine::area(const QCustomPlot& plot) const {
  QRegion area;
  if (!note_.isEmpty()) area += note_box(plot).toAlignedRect().adjusted(-1, -1, 1, 1);
  if (!box_.isEmpty()) area += box_.toAlignedRect().adjusted(-1, -1, 1, 1);
  for (const double time_s : fixed_s_) {
    const auto x = x_of(plot, time_s);
    if (!x) continue;
    area += QRect(static_cast<int>(*x) - 1, 0, 3, plot.height());
    area += flag_box(plot, *x).toAlignedRect().adjusted(-1, -1, 1, 1);
  }
  const auto x = x_in(plot);
  if (!x) return area;
  const int half = static_cast<int>(std::ceil(dot_size / 2)) + 3;
  area += QRect(static_cast<int>(*x) - half, 0, 2 * half + 1, plot.height());
  if (time_shown_) area += time_box(plot, *x).toAlignedRect().adjusted(-1, -1, 1, 1);
  return area;
}

// In the middle of a pixel: one sharp column.
std::optional<double> CursorLine::x_of(const QCustomPlot& plot, double time_s) {
  const double x = plot.xAxis->coordToPixel(time_s);
  if (x < plot.axisRect()->left() || x > plot.axisRect()->right() + 1) return std::nullopt;
  return std::floor(x) + 0.5;
}

std::optional<double> CursorLine::x_in(const QCustomPlot& plot) const {
  return time_s_ ? x_of(plot, *time_s_) : std::nullopt;
}

QRectF CursorLine::flag_box(const QCustomPlot& plot, double x) const {
  const QFontMetricsF metrics(plot.font());
  return {x, plot.axisRect()->top() + 1.0, metrics.horizontalAdvance(QChar('0')) + 6, metrics.height()};
}

void CursorLine::draw_fixed(QPainter& painter, const QCustomPlot& plot) const {
  for (std::size_t i = 0; i < fixed_s_.size(); ++i) {
    const auto x = x_of(plot, fixed_s_[i]);
    if (!x) continue;
    painter.setPen(QPen(theme_->cursor, 1, Qt::DashLine));
    painter.drawLine(QPointF(*x, plot.axisRect()->top()), QPointF(*x, plot.axisRect()->bottom()));
    painter.fillRect(flag_box(plot, *x), theme_->cursor);
    painter.setPen(theme_->plot_background);
    painter.drawText(flag_box(plot, *x), Qt::AlignCenter, QString::number(i + 1));
  }
}

void CursorLine::draw_box(QPainter& painter) const {
  QColor fill(theme_->cursor);
  fill.setAlpha(40);
  painter.setPen(QPen(theme_->cursor, 1));
  painter.setBrush(fill);
  painter.drawRect(box_);
  painter.setBrush(Qt::NoBrush);
}

void CursorLine::draw_dots(QPainter& painter, const QCustomPlot& plot, double x) const {
  const QRect area = plot.axisRect()->rect();
  for (const Dot& dot : dots_) {
    const double y = (dot.right ? plot.yAxis2 : plot.yAxis)->coordToPixel(dot.value);
    if (y < area.top() - 1 || y > area.bottom() + 1) continue;
    const bool plain = dot.look.marker.shape == MarkerShape::none;
    const CurveMarker marker = plain ? CurveMarker{MarkerShape::circle} : dot.look.marker;
    draw_marker(painter, {x, y}, marker, marker_ink(dot.look.pen.color(), *theme_), dot_size);
  }
}

QString CursorLine::words_of_time(const QCustomPlot& plot) const {
  return time_text(*time_s_, plot.xAxis->range().size() < 10 ? 2 : 1);
}

QRectF CursorLine::time_box(const QCustomPlot& plot, double x) const {
  const QFontMetricsF metrics(plot.font());
  QRectF box(0, plot.axisRect()->bottom() + 2, metrics.horizontalAdvance(words_of_time(plot)) + 10,
             metrics.height() + 2);
  box.moveLeft(std::clamp(x - box.width() / 2, 0.0, std::max(0.0, plot.width() - box.width())));
  return box;
}

void CursorLine::draw_time(QPainter& painter, const QCustomPlot& plot, double x) const {
  const QRectF box = time_box(plot, x);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_->cursor);
  painter.drawRoundedRect(box, 3, 3);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(theme_->plot_background);
  painter.drawText(box, Qt::AlignCenter, words_of_time(plot));
}

QRectF CursorLine::note_box(const QCustomPlot& plot) const {
  const QFontMetricsF metrics(plot.font());
  QRectF box(0, plot.axisRect()->top() + 4, metrics.horizontalAdvance(note_) + 14, metrics.height() + 4);
  box.moveRight(plot.axisRect()->right() - 6);
  return box;
}

void CursorLine::draw_note(QPainter& painter, const QCustomPlot& plot) const {
  const QRectF box = note_box(plot);
  QColor fill(theme_->plot_background);
  fill.setAlpha(230);
  painter.setPen(QPen(theme_->axis, 1));
  painter.setBrush(fill);
  painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(theme_->text);
  painter.drawText(box, Qt::AlignCenter, note_);
}

}  // namespace evenkeel
