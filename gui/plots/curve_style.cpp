#include "gui/plots/curve_style.h"

#include <QPainter>
#include <QPolygonF>
#include <array>
#include <cmath>

namespace evenkeel {
namespace {

// Qt draws antialiased lines up to a width of 1 several times faster. Curves that change with every row, which are most
// of the work, use that; mostly level curves consist of few lines, and must look sharp.
constexpr double busy_width = 1.0;
constexpr double level_width = 1.4;

// Lengths of dashes and gaps in widths of the pen.
QList<qreal> dashes(std::size_t curve) {
  static const std::array<QList<qreal>, 6> patterns{
      QList<qreal>{}, {6, 3}, {2, 2.5}, {8, 3, 2, 3}, {8, 3, 2, 3, 2, 3}, {3, 6},
  };
  return patterns[curve % patterns.size()];
}

// The reference curve of a plot, which comes last, is the solid one.
std::size_t style_rank(const PlotSpec& plot, std::size_t curve) {
  std::size_t after = 0;
  for (std::size_t i = curve + 1; i < plot.curves.size(); ++i)
    if (plot.curves[i].mark == CurveSpec::Mark::none && plot.curves[i].shadow == 0) ++after;
  return after;
}

}  // namespace

QColor run_color(std::size_t run, const Theme& theme) {
  constexpr std::array<std::size_t, max_runs> order{0, 1, 2, 3, 4, 6};  // 5 is close to 0
  return theme.curves[order[run % order.size()]];
}

QPen curve_pen(const PlotSpec& plot, std::size_t curve, std::size_t run, std::size_t runs, const Theme& theme) {
  const CurveSpec& spec = plot.curves[curve];
  const bool many = runs > 1;
  QPen pen(many ? run_color(run, theme) : theme.curves[static_cast<std::size_t>(spec.color)],
           spec.step || spec.dashed ? level_width : busy_width);
  pen.setCapStyle(Qt::FlatCap);
  const std::size_t own = spec.shadow > 0 ? static_cast<std::size_t>(spec.shadow) : spec.dashed ? 1 : 0;
  const QList<qreal> pattern = dashes(many && spec.shadow == 0 ? style_rank(plot, curve) : own);
  if (!pattern.empty()) pen.setDashPattern(pattern);
  return pen;
}

QString reading_text(double value) {
  const double size = std::abs(value);
  QString text;
  if (size != 0 && size < 0.1) {
    text = QString::number(value, 'g', 2);
  } else {
    text = QString::number(value, 'f', size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
  }
  return text.replace(QChar('-'), QChar(0x2212));
}

QString difference_text(double difference) {
  return (difference < 0 ? QString() : QStringLiteral("+")) + reading_text(difference);
}

QString text_of(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

void draw_loss_mark(QPainter& painter, QPointF top, const QColor& color) {
  constexpr double half = loss_mark_size / 2;
  painter.setPen(Qt::NoPen);
  painter.setBrush(color);
  painter.drawPolygon(QPolygonF{top - QPointF(half, 0), top + QPointF(half, 0), top + QPointF(0, loss_mark_size)});
  painter.setBrush(Qt::NoBrush);
}

void draw_repaired_mark(QPainter& painter, QPointF top, const QColor& color) {
  constexpr double pen_width = 1.6;
  constexpr double radius = (repaired_mark_size - pen_width) / 2;
  painter.setPen(QPen(color, pen_width));
  painter.drawEllipse(top + QPointF(0, repaired_mark_size / 2), radius, radius);
}

void draw_key_frame_mark(QPainter& painter, QPointF bottom, const QColor& color) {
  QPen pen(color, 2);
  pen.setCapStyle(Qt::FlatCap);
  painter.setPen(pen);
  painter.drawLine(bottom, bottom - QPointF(0, key_frame_mark_size));
}

void draw_jump_mark(QPainter& painter, QPointF bottom, const QColor& color) {
  constexpr double pen_width = 1.6;
  constexpr double half = (jump_mark_size + 1) / 2;
  constexpr double rise = jump_mark_size - pen_width / 2;
  constexpr int half_turn = 180 * 16;
  QPen pen(color, pen_width);
  pen.setCapStyle(Qt::FlatCap);
  painter.setPen(pen);
  painter.drawArc(QRectF(bottom - QPointF(half, rise), QSizeF(2 * half, 2 * rise)), 0, half_turn);
}

void draw_mode_mark(QPainter& painter, QPointF middle, double width, const QColor& color) {
  const QPointF half(width / 2, mode_band_height / 2);
  painter.fillRect(QRectF(middle - half, middle + half), color);
}

}  // namespace evenkeel
