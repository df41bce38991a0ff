#include "gui/figures/figure_style.h"

#include <algorithm>
#include <array>

#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr std::size_t colors = 7;
constexpr std::array<std::size_t, colors> order{0, 1, 2, 3, 4, 6, 5};  // 5 is close to 0: it comes last
constexpr double line_width = 1.6;

QColor color_of(std::size_t rank) { return light_theme().curves[order[rank % colors]]; }

std::optional<std::size_t> rank_of(std::optional<int> color) {
  if (!color) return std::nullopt;
  const auto index = static_cast<std::size_t>(std::max(*color, 0)) % colors;
  return static_cast<std::size_t>(std::ranges::find(order, index) - order.begin());
}

// Lengths of dashes and gaps in widths of the pen. The first is for theory; lines beyond the number of colours use the
// others.
QList<qreal> dashes(bool dashed, std::size_t round) {
  static const std::array<QList<qreal>, 4> patterns{QList<qreal>{}, {2, 2}, {8, 3, 2, 3}, {12, 4}};
  return dashed ? QList<qreal>{5, 3} : patterns[round % patterns.size()];
}

QPen line_pen(const FigureSeries& series, std::size_t rank) {
  QPen pen(color_of(rank), line_width);
  pen.setCapStyle(Qt::RoundCap);
  pen.setJoinStyle(Qt::RoundJoin);
  const QList<qreal> pattern = dashes(series.dashed, rank / colors);
  if (pattern.empty()) return pen;
  pen.setCapStyle(Qt::FlatCap);
  pen.setDashPattern(pattern);
  return pen;
}

std::vector<std::optional<int>> wishes(const FigurePanel& panel) {
  std::vector<std::optional<int>> wanted;
  for (const FigureSeries& series : panel.series) wanted.push_back(series.color);
  for (const FigureBars& bars : panel.bars) wanted.push_back(bars.color);
  return wanted;
}

// Several lines of one kind, measured or of theory, have markers.
bool is_alone(const FigurePanel& panel, bool dashed) {
  return std::ranges::count(panel.series, dashed, &FigureSeries::dashed) < 2;
}

FigureStyle style_of(const FigureSeries& series, std::size_t rank, bool alone) {
  FigureStyle style{.color = color_of(rank), .open = rank / colors % 2 == 1};
  const bool line = series.style == FigureSeries::Style::line || series.style == FigureSeries::Style::steps;
  if (series.style != FigureSeries::Style::points) style.pen = line_pen(series, rank);
  style.sparse = line && !alone;
  if (!line || style.sparse) style.marker = marker_shape(rank);
  return style;
}

}  // namespace

std::vector<std::size_t> figure_ranks(const std::vector<std::optional<int>>& wanted) {
  std::vector<std::size_t> taken;
  for (const auto& color : wanted)
    if (const auto rank = rank_of(color)) taken.push_back(*rank);
  std::vector<std::size_t> ranks;
  std::size_t next = 0;
  for (const auto& color : wanted) {
    if (!color) {
      while (std::ranges::find(taken, next) != taken.end()) ++next;
    }
    ranks.push_back(color ? *rank_of(color) : next++);
  }
  return ranks;
}

std::vector<FigureStyle> series_styles(const FigurePanel& panel) {
  const std::vector<std::size_t> ranks = figure_ranks(wishes(panel));
  std::vector<FigureStyle> styles;
  for (std::size_t i = 0; i < panel.series.size(); ++i)
    styles.push_back(style_of(panel.series[i], ranks[i], is_alone(panel, panel.series[i].dashed)));
  return styles;
}

std::vector<FigureStyle> bar_styles(const FigurePanel& panel) {
  constexpr std::array hatches{FigureHatch::solid, FigureHatch::rising,  FigureHatch::pale,   FigureHatch::falling,
                               FigureHatch::level, FigureHatch::crossed, FigureHatch::upright};
  const std::vector<std::size_t> ranks = figure_ranks(wishes(panel));
  std::vector<FigureStyle> styles;
  for (std::size_t i = 0; i < panel.bars.size(); ++i)
    styles.push_back({.color = color_of(ranks[panel.series.size() + i]), .hatch = hatches[i % hatches.size()]});
  return styles;
}

}  // namespace evenkeel
