#include "gui/plots/cursor_line.h"

#include "gui/plots/time_ticker.h"

namespace evenkeel {

CursorLine::CursorLine(QCustomPlot* plot) : QCPLayerable(plot, QStringLiteral("overlay")) {}

void CursorLine::draw(QCPPainter* painter) {
  const QRect area = mParentPlot->axisRect()->rect();
  painter->setFont(mParentPlot->font());
  draw_note(painter, area);
  if (!time_s_) return;
  const double x = mParentPlot->xAxis->coordToPixel(*time_s_);
  if (x < area.left() || x > area.right() + 1) return;
  painter->setAntialiasing(true);
  painter->setPen(QPen(theme_->cursor, 1));
  const double middle = std::floor(x) + 0.5;  // one sharp column of pixels
  painter->drawLine(QPointF(middle, area.top()), QPointF(middle, area.bottom()));
  painter->setPen(QPen(theme_->plot_background, 1));
  for (const Dot& dot : dots_) {
    const double y = (dot.right ? mParentPlot->yAxis2 : mParentPlot->yAxis)->coordToPixel(dot.value);
    if (y < area.top() - 1 || y > area.bottom() + 1) continue;
    painter->setBrush(dot.color);
    painter->drawEllipse(QPointF(middle, y), 3.2, 3.2);
  }
  painter->setBrush(Qt::NoBrush);
  if (time_shown_) draw_time(painter, area, middle);
}

void CursorLine::draw_time(QCPPainter* painter, const QRect& area, double x) const {
  const QString text = time_text(*time_s_, mParentPlot->xAxis->range().size() < 10 ? 2 : 1);
  const QFontMetricsF metrics(painter->font());
  QRectF box(0, area.bottom() + 2, metrics.horizontalAdvance(text) + 10, metrics.height() + 2);
  box.moveLeft(std::clamp(x - box.width() / 2, 0.0, mParentPlot->width() - box.width()));
  painter->setPen(Qt::NoPen);
  painter->setBrush(theme_->cursor);
  painter->drawRoundedRect(box, 3, 3);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(theme_->plot_background);
  painter->drawText(box, Qt::AlignCenter, text);
}

void CursorLine::draw_note(QCPPainter* painter, const QRect& area) const {
  if (note_.isEmpty()) return;
  const QFontMetricsF metrics(painter->font());
  QRectF box(0, area.top() + 4, metrics.horizontalAdvance(note_) + 14, metrics.height() + 4);
  box.moveRight(area.right() - 6);
  QColor fill(theme_->plot_background);
  fill.setAlpha(230);
  painter->setAntialiasing(true);
  painter->setPen(QPen(theme_->axis, 1));
  painter->setBrush(fill);
  painter->drawRoundedRect(box, box.height() / 2, box.height() / 2);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(theme_->text);
  painter->drawText(box, Qt::AlignCenter, note_);
}

}  // namespace evenkeel
