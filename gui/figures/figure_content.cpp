#include "gui/figures/figure_content.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "gui/figures/figure_path.h"
#include "gui/figures/figure_range.h"
#include "gui/figures/figure_text.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double column = 0.5;  // pixels of a PNG are half as wide as those of the page

double pixel(const QCPAxis& axis, double value) {
  if (!is_drawable(value, axis.scaleType() == QCPAxis::stLogarithmic)) return not_a_number;
  // Points far outside are clamped to where painters calculate exactly.
  return std::clamp(axis.coordToPixel(value), -1e5, 1e5);
}

FigurePath path_of(const FigureAxes& axes, const FigureSeries& series) {
  FigurePath path;
  const std::size_t count = std::min(series.x.size(), series.y.size());
  path.reserve(count);
  for (std::size_t i = 0; i < count; ++i) path.push_back(axes.at(series.x[i], series.y[i]));
  return path;
}

// Drawn in pieces, because Qt's time for a jagged line grows with the square of its length. Dashed lines stay in one
// piece, so that the pattern does not restart.
void draw_line(QPainter& painter, const FigureAxes& axes, const FigurePath& path, const QPen& pen) {
  painter.save();
  painter.setClipRect(axes.area.adjusted(-1, -1, 1, 1), Qt::IntersectClip);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  constexpr qsizetype most = 24;
  QPolygonF piece;
  for (const QPointF& point : path) {
    const bool full = piece.size() == most && pen.style() == Qt::SolidLine;
    if (is_break(point) || full) {
      if (piece.size() > 1) painter.drawPolyline(piece);
      piece = is_break(point) ? QPolygonF() : QPolygonF{piece.back()};
    }
    if (!is_break(point)) piece << point;
  }
  if (piece.size() > 1) painter.drawPolyline(piece);
  painter.restore();
}

// A marker at the end of an axis is drawn whole.
bool is_seen(const FigureAxes& axes, QPointF point) { return axes.area.adjusted(-1, -1, 1, 1).contains(point); }

void draw_cloud(QPainter& painter, const FigureAxes& axes, const FigurePath& path, const FigureStyle& style) {
  constexpr std::size_t many = 300, very_many = 3000;
  const double size = path.size() > very_many ? 3 : path.size() > many ? 4.5 : 7.5;
  const FigurePath points = thin_cloud(path, path.size() > very_many ? 1.25 : 0.25);
  for (const QPointF& point : points)
    if (is_seen(axes, point)) draw_marker(painter, point, style, size);
}

// Without the digit a value of zero would look as if it had not been measured.
void draw_zero(QPainter& painter, double x, const QRectF& area, const FigureStyle& style) {
  QFont font(figure_fonts().text);
  font.setPixelSize(13);
  painter.setPen(style.color);
  painter.setFont(font);
  painter.drawText(QRectF(x - 10, area.bottom() - 18, 20, 17), Qt::AlignCenter, QStringLiteral("0"));
}

constexpr double gap = 6;
constexpr double max_limit_width = 130;

double height_of(const QStringList& lines) {
  return static_cast<double>(lines.size()) * line_height(figure_fonts().text);
}

QStringList limit_lines(const FigureLimit& limit) {
  return wrap_text(figure_text(limit.label), figure_fonts().text, max_limit_width);
}

bool collides(const QRectF& area, const std::vector<PlacedLabel>& others) {
  return std::ranges::any_of(others, [&](const PlacedLabel& o) { return o.area.intersects(area); });
}

/// Going down, each label is moved below the one before; those beyond the bottom are pushed back up.
void move_apart(std::vector<PlacedLabel>& labels, double bottom) {
  std::ranges::stable_sort(labels, {}, [](const PlacedLabel& label) { return label.area.center().y(); });
  for (std::size_t i = 1; i < labels.size(); ++i)
    labels[i].area.moveTop(std::max(labels[i].area.top(), labels[i - 1].area.bottom()));
  for (std::size_t i = labels.size(); i-- > 0;) {
    labels[i].area.moveBottom(std::min(labels[i].area.bottom(), bottom));
    bottom = labels[i].area.top();
  }
}

}  // namespace

QPointF FigureAxes::at(double x_value, double y_value) const { return {pixel(x, x_value), pixel(y, y_value)}; }

void draw_series(QPainter& painter, const FigureAxes& axes, const FigureSeries& series, const FigureStyle& style,
                 std::size_t index, std::size_t count) {
  FigurePath path = path_of(axes, series);
  if (series.style == FigureSeries::Style::steps) path = steps_of(path);
  if (style.pen.style() != Qt::NoPen) draw_line(painter, axes, thin_line(path, column), style.pen);
  if (style.marker == MarkerShape::none) return;
  if (!style.sparse) return draw_cloud(painter, axes, path, style);
  constexpr double spacing = 130;
  const double phase = spacing * (static_cast<double>(index) + 0.5) / static_cast<double>(count);
  for (const QPointF& place : marker_places(thin_line(path, column), axes.area.left() + phase, spacing))
    if (is_seen(axes, place)) draw_marker(painter, place, style, 7.5);
}

void draw_bars(QPainter& painter, const FigureAxes& axes, const FigurePanel& panel,
               const std::vector<FigureStyle>& styles) {
  constexpr double group = 0.82;
  const double width = group / static_cast<double>(panel.bars.size());
  const QCPRange range = axes.y.range();
  painter.save();
  painter.setClipRect(axes.area.adjusted(0, -1, 0, 0), Qt::IntersectClip);
  const double base = axes.y.scaleType() == QCPAxis::stLogarithmic ? range.lower : std::max(0.0, range.lower);
  for (std::size_t i = 0; i < panel.bars.size(); ++i) {
    const std::vector<double>& values = panel.bars[i].values;
    for (std::size_t k = 0; k < std::min(values.size(), panel.categories.size()); ++k) {
      const double left = static_cast<double>(k + 1) - group / 2 + width * static_cast<double>(i);
      const QPointF low = axes.at(left, base);
      const QPointF high = axes.at(left + width, values[k]);
      if (values[k] == 0 && base > 0) draw_zero(painter, (low.x() + high.x()) / 2, axes.area, styles[i]);
      if (is_break(high) || values[k] == base) continue;
      draw_hatched(painter, QRectF(low, high).normalized().adjusted(0.75, 0, -0.75, 0), styles[i]);
    }
  }
  painter.restore();
}

std::optional<std::pair<double, double>> span_place(const FigureAxes& axes, const FigureSpan& span) {
  const bool logarithmic = axes.x.scaleType() == QCPAxis::stLogarithmic;
  if (std::isnan(span.from) || std::isnan(span.to) || !is_drawable(span.to, logarithmic)) return std::nullopt;
  const double from = is_drawable(span.from, logarithmic) ? pixel(axes.x, span.from) : axes.area.left();
  const double left = std::max(from, axes.area.left());
  const double right = std::min(pixel(axes.x, span.to), axes.area.right());
  if (left >= right) return std::nullopt;
  return std::pair{left, right};
}

void draw_spans(QPainter& painter, const FigureAxes& axes, const FigurePanel& panel) {
  for (const FigureSpan& span : panel.spans) {
    const auto place = span_place(axes, span);
    if (!place) continue;
    const QRectF area(place->first, axes.area.top(), place->second - place->first, axes.area.height());
    painter.fillRect(area, QColor(0xf0, 0xee, 0xe6));
  }
}

void draw_limits(QPainter& painter, const FigureAxes& axes, const FigurePanel& panel) {
  QPen pen(light_theme().text, 1.3);
  pen.setCapStyle(Qt::FlatCap);
  pen.setDashPattern({7, 4});
  painter.setPen(pen);
  for (const FigureLimit& limit : panel.limits) {
    const double y = pixel(axes.y, limit.y);
    if (std::isnan(y) || y < axes.area.top() || y > axes.area.bottom()) continue;
    painter.drawLine(QPointF(axes.area.left(), y), QPointF(axes.area.right(), y));
  }
}

std::vector<PlacedLabel> span_labels(const FigureAxes& axes, const FigurePanel& panel) {
  std::vector<PlacedLabel> labels;
  for (const FigureSpan& span : panel.spans) {
    const auto place = span_place(axes, span);
    if (!place || span.label.empty()) continue;
    const QStringList lines = wrap_text(figure_text(span.label), figure_fonts().text, axes.area.width());
    const double width = text_width(lines, figure_fonts().text);
    const double left = std::clamp((place->first + place->second - width) / 2, axes.area.left(),
                                   std::max(axes.area.left(), axes.area.right() - width));
    QRectF area(left, 0, width, height_of(lines));
    area.moveBottom(axes.area.top() - 3);
    while (collides(area.adjusted(-gap, 0, gap, 0), labels)) area.translate(0, -line_height(figure_fonts().text));
    labels.push_back({lines, area});
  }
  return labels;
}

std::vector<PlacedLabel> limit_labels(const FigureAxes& axes, const FigurePanel& panel) {
  std::vector<PlacedLabel> labels;
  for (const FigureLimit& limit : panel.limits) {
    const QPointF at = axes.at(axes.x.range().upper, limit.y);
    if (limit.label.empty() || std::isnan(at.y()) || at.y() < axes.area.top() - 1 || at.y() > axes.area.bottom() + 1)
      continue;
    const QStringList lines = limit_lines(limit);
    const double height = height_of(lines);
    labels.push_back({lines, {axes.area.right() + gap, at.y() - height / 2, max_limit_width, height}});
  }
  move_apart(labels, axes.area.bottom() + line_height(figure_fonts().text));
  return labels;
}

double limit_label_width(const FigurePanel& panel) {
  double width = 0;
  for (const FigureLimit& limit : panel.limits)
    width = std::max(width, text_width(limit_lines(limit), figure_fonts().text) + 2 * gap);
  return width;
}

void draw_labels(QPainter& painter, const std::vector<PlacedLabel>& labels, Qt::Alignment alignment) {
  painter.setPen(light_theme().text);
  for (const PlacedLabel& label : labels) draw_lines(painter, label.area, label.lines, figure_fonts().text, alignment);
}

}  // namespace evenkeel
