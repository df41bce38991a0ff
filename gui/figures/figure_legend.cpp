#include "gui/figures/figure_legend.h"

#include <algorithm>
#include <numeric>

#include "gui/figures/figure_range.h"
#include "gui/figures/figure_text.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr double sample_width = 34;
constexpr double sample_gap = 7;
constexpr double column_gap = 26;
constexpr double row_gap = 3;

bool has_values(const FigurePanel& panel, const FigureSeries& series) {
  for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i)
    if (is_drawable(series.x[i], panel.x.logarithmic) && is_drawable(series.y[i], panel.y.logarithmic)) return true;
  return false;
}

bool has_values(const FigurePanel& panel, const FigureBars& bars) {
  return std::ranges::any_of(bars.values, [&](double value) { return is_drawable(value, panel.y.logarithmic); });
}

template <class Drawn>
void add_entries(const FigurePanel& panel, const std::vector<Drawn>& drawn, const std::vector<FigureStyle>& styles,
                 std::vector<FigureLegendEntry>& entries) {
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (drawn[i].label.empty()) continue;
    const QString note = has_values(panel, drawn[i]) ? QString() : QStringLiteral(" (no data)");
    entries.push_back({figure_text(drawn[i].label) + note, styles[i]});
  }
}

void draw_sample(QPainter& painter, const QRectF& area, const FigureStyle& style) {
  if (style.hatch) {
    const QRectF bar(area.left() + 8, area.top() + 3, area.width() - 8, area.height() - 6);
    return draw_hatched(painter, bar, style);
  }
  if (style.pen.style() != Qt::NoPen) {
    painter.setPen(style.pen);
    painter.drawLine(QPointF(area.left(), area.center().y()), QPointF(area.right(), area.center().y()));
  }
  draw_marker(painter, area.center(), style, 7.5);
}

}  // namespace

std::vector<FigureLegendEntry> legend_entries(const FigurePanel& panel) {
  std::vector<FigureLegendEntry> entries;
  add_entries(panel, panel.series, series_styles(panel), entries);
  add_entries(panel, panel.bars, bar_styles(panel), entries);
  return entries;
}

FigureLegend::FigureLegend(std::vector<FigureLegendEntry> entries, double width)
    : entries_(std::move(entries)), width_(width) {
  if (entries_.empty()) return;
  for (const FigureLegendEntry& entry : entries_)
    names_.push_back(wrap_text(entry.label, figure_fonts().text, width - sample_width - sample_gap));
  for (std::size_t rows = 1; rows <= entries_.size(); ++rows)
    if (arrange((entries_.size() + rows - 1) / rows, width)) break;
  for (std::size_t row = 0; row * columns_.size() < entries_.size(); ++row) height_ += row_height(row) + row_gap;
}

/// Whether this number of columns fits; a single one always does.
bool FigureLegend::arrange(std::size_t columns, double width) {
  columns_.assign(columns, 0);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const double needed = sample_width + sample_gap + text_width(names_[i], figure_fonts().text);
    columns_[i % columns] = std::max(columns_[i % columns], needed);
  }
  const double gaps = column_gap * static_cast<double>(columns - 1);
  return columns == 1 || std::accumulate(columns_.begin(), columns_.end(), gaps) <= width;
}

double FigureLegend::row_height(std::size_t row) const {
  std::size_t lines = 1;
  for (std::size_t i = row * columns_.size(); i < std::min(names_.size(), (row + 1) * columns_.size()); ++i)
    lines = std::max(lines, static_cast<std::size_t>(names_[i].size()));
  return static_cast<double>(lines) * line_height(figure_fonts().text);
}

void FigureLegend::draw(QPainter& painter, QPointF top_left) const {
  if (entries_.empty()) return;
  const double gaps = column_gap * static_cast<double>(columns_.size() - 1);
  const double total = std::accumulate(columns_.begin(), columns_.end(), gaps);
  const double left = top_left.x() + std::max(0.0, (width_ - total) / 2);
  QPointF at(left, top_left.y());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    draw_sample(painter, {at, QSizeF(sample_width, line_height(figure_fonts().text))}, entries_[i].style);
    painter.setPen(light_theme().text);
    const double width = columns_[i % columns_.size()];
    const QRectF name(at.x() + sample_width + sample_gap, at.y(), width - sample_width - sample_gap, 0);
    draw_lines(painter, name, names_[i], figure_fonts().text, Qt::AlignLeft);
    at.rx() += width + column_gap;
    if ((i + 1) % columns_.size() == 0) {
      at = {left, at.y() + row_height(i / columns_.size()) + row_gap};
    }
  }
}

}  // namespace evenkeel
