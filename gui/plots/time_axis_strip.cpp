#include "gui/plots/time_axis_strip.h"

#include <QPainter>
#include <utility>

#include "gui/plots/plot_canvas.h"

namespace evenkeel {

TimeAxisStrip::TimeAxisStrip(std::function<PlotCanvas*()> canvas, QWidget* parent)
    : QWidget(parent), canvas_(std::move(canvas)) {
  setFixedHeight(fontMetrics().height() + 4);
}

void TimeAxisStrip::paintEvent(QPaintEvent*) {
  PlotCanvas* const canvas = canvas_();
  if (canvas == nullptr) return;
  const QCPAxis& axis = *canvas->xAxis;
  QVector<double> ticks;
  QVector<QString> labels;
  axis.ticker()->generate(axis.range(), locale(), QChar('f'), 0, ticks, nullptr, &labels);
  QPainter painter(this);
  painter.setFont(axis.tickLabelFont());
  painter.setPen(axis.tickLabelColor());
  const int left = canvas->mapTo(parentWidget(), QPoint()).x() - x();
  for (qsizetype i = 0; i < ticks.size(); ++i) {
    if (!axis.range().contains(ticks[i])) continue;
    const double x = left + axis.coordToPixel(ticks[i]);
    const int width = painter.fontMetrics().horizontalAdvance(labels[i]) + 2;
    painter.drawText(QRectF(x - width / 2.0, 0, width, height()), Qt::AlignCenter, labels[i]);
  }
}

}  // namespace evenkeel
