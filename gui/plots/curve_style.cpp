#include "gui/plots/curve_style.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>

namespace evenkeel {
namespace {

// Qt draws antialiased lines up to a width of 1 several times faster. Curves that change with every row, which are most
// of the work, use that; mostly level curves consist of few lines, and must look sharp.
constexpr double busy_width = 1.0;
constexpr double level_width = 1.4;

// Lengths of dashes and gaps in widths of the pen. All differ in the first fourteen, which the legend has room for.
QList<qreal> dashes(std::size_t curve) {
  static const std::array<QList<qreal>, 12> patterns{
      QList<qreal>{}, {6, 3},  {2, 2.5}, {8, 3, 2, 3}, {4, 2}, {3, 6},
      {1, 1.5},       {10, 2}, {5, 5},   {6, 2, 1, 2}, {1, 4}, {3, 1.5, 1, 1.5, 1, 1.5},
  };
  return patterns[curve % patterns.size()];
}

bool is_ranked(const CurveSpec& curve) { return curve.mark == CurveSpec::Mark::none && curve.shadow == 0; }

// The reference curve of a plot, which comes last, is the solid one. Those that the user adds follow, in their order:
// another one changes none of those before.
std::size_t style_rank(const PlotSpec& plot, std::size_t curve) {
  const auto curves = plot.curves.begin();
  const auto at = curves + static_cast<std::ptrdiff_t>(curve);
  const auto added = std::ranges::find(plot.curves, true, &CurveSpec::added);
  if (at < added) return static_cast<std::size_t>(std::count_if(at + 1, added, is_ranked));
  return static_cast<std::size_t>(std::count_if(curves, at, is_ranked));
}

QPen pen_of(const PlotSpec& plot, std::size_t curve, bool many, const QColor& color) {
  const CurveSpec& spec = plot.curves[curve];
  QPen pen(color, spec.step || spec.dashed ? level_width : busy_width);
  pen.setCapStyle(Qt::FlatCap);
  const std::size_t own = spec.shadow > 0 ? static_cast<std::size_t>(spec.shadow) : spec.dashed ? 1 : 0;
  const QList<qreal> pattern = dashes(many && spec.shadow == 0 ? style_rank(plot, curve) : own);
  if (!pattern.empty()) pen.setDashPattern(pattern);
  return pen;
}

CurveMarker marker_of_shadow(int shadow) { return {marker_shape(static_cast<std::size_t>(shadow - 1)), true}; }

// A cross has no inside: the sixth run has a plus instead of a hollow one.
CurveMarker marker_of_run(std::size_t run, bool shadow) {
  const MarkerShape shape = marker_shape(run);
  return {shadow && shape == MarkerShape::cross ? MarkerShape::plus : shape, shadow};
}

// A curve that is alone needs none.
CurveMarker marker_of_curve(const PlotSpec& plot, std::size_t curve) {
  if (plot.curves[curve].shadow > 0) return marker_of_shadow(plot.curves[curve].shadow);
  const bool alone = std::ranges::count(plot.curves, CurveSpec::Mark::none, &CurveSpec::mark) < 2;
  return alone ? CurveMarker{} : marker_of_rank(style_rank(plot, curve));
}

}  // namespace

QColor run_color(std::size_t run, const Theme& theme) {
  constexpr std::array<std::size_t, max_runs> order{0, 1, 2, 3, 4, 6};  // 5 is close to 0
  return theme.curves[order[run % order.size()]];
}

CurveLook run_look(std::size_t run, const Theme& theme) {
  constexpr double width = 3;
  return {QPen(run_color(run, theme), width), {marker_shape(run)}};
}

CurveLook curve_look(const PlotSpec& plot, std::size_t curve, std::size_t run, std::size_t runs, const Theme& theme) {
  const CurveSpec& spec = plot.curves[curve];
  if (runs > 1) return {pen_of(plot, curve, true, run_color(run, theme)), marker_of_run(run, spec.shadow > 0)};
  return {pen_of(plot, curve, false, theme.curves[static_cast<std::size_t>(spec.color)]), marker_of_curve(plot, curve)};
}

CurveLook look_without_run(const PlotSpec& plot, std::size_t curve, const Theme& theme) {
  const int shadow = plot.curves[curve].shadow;
  return {pen_of(plot, curve, true, theme.text), shadow > 0 ? marker_of_shadow(shadow) : CurveMarker{}};
}

double marker_phase(const PlotSpec& plot, std::size_t curve, std::size_t run, std::size_t runs) {
  const auto of_run = (static_cast<double>(run) + 0.5) / static_cast<double>(std::max<std::size_t>(runs, 1));
  return (static_cast<double>(curve) + of_run) / static_cast<double>(plot.curves.size());
}

MarkerInk marker_ink(const QColor& color, const Theme& theme) { return {color, theme.plot_background, true}; }

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

void draw_mode_band(QPainter& painter, QPointF top_left, double width, ControllerMode mode, const QColor& color) {
  constexpr double usual = mode_band_height / 2;
  constexpr double line = mode_band_height / 3;
  const auto fill = [&](double from, double height) {
    painter.fillRect(QRectF(top_left + QPointF(0, from), QSizeF(width, height)), color);
  };
  switch (mode) {
    case ControllerMode::start:
      return fill(0, 1);
    case ControllerMode::low_delay:
      return fill(0, usual);
    case ControllerMode::competition:
      return fill(0, mode_band_height);
    case ControllerMode::outage:
      fill(0, line);
      return fill(mode_band_height - line, line);
  }
}

}  // namespace evenkeel
