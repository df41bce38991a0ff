#include "gui/figures/axes_labels.h"

#include <algorithm>
#include <cmath>

#include "gui/figures/figure_range.h"
#include "gui/figures/figure_text.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr double gap = 6;
constexpr double most_limit_width = 130;

double height_of(const QStringList& lines) {
  return static_cast<double>(lines.size()) * line_height(figure_fonts().text);
}

QStringList limit_lines(const FigureLimit& limit) {
  return wrap_text(figure_text(limit.label), figure_fonts().text, most_limit_width);
}

bool collides(const QRectF& area, const std::vector<PlacedLabel>& others) {
  return std::ranges::any_of(others, [&](const PlacedLabel& o) { return o.area.intersects(area); });
}

/// From above to below each keeps clear of the one before; what then hangs out at the bottom is pushed back.
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
    labels.push_back({lines, {axes.area.right() + gap, at.y() - height / 2, most_limit_width, height}});
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
