#include "gui/figures/figure_page.h"

#include <algorithm>
#include <cmath>

#include "gui/figures/figure_text.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr double padding = 14;
constexpr double between = 20;  // panels
constexpr double single_width = 800;
constexpr double column_width = 640;

/// Whether several panels have the same legend, so that one is enough.
std::vector<FigureLegendEntry> shared_entries(const Figure& figure) {
  std::vector<FigureLegendEntry> shared;
  int count = 0;
  for (const FigurePanel& panel : figure.panels) {
    std::vector<FigureLegendEntry> entries = legend_entries(panel);
    if (entries.empty()) continue;
    if (count++ > 0 && entries != shared) return {};
    shared = std::move(entries);
  }
  return count > 1 ? shared : std::vector<FigureLegendEntry>();
}

double width_of(std::size_t columns) {
  return columns == 1 ? single_width : column_width * static_cast<double>(columns);
}

double height_of(const QStringList& lines, const QFont& font) {
  return static_cast<double>(lines.size()) * line_height(font);
}

}  // namespace

FigurePage::FigurePage(const Figure& figure)
    : figure_(figure),
      columns_(std::clamp<std::size_t>(static_cast<std::size_t>(std::max(figure.columns, 1)), 1,
                                       std::max<std::size_t>(figure.panels.size(), 1))),
      panel_width_(std::floor((width_of(columns_) - 2 * padding - between * static_cast<double>(columns_ - 1)) /
                              static_cast<double>(columns_))),
      title_(wrap_text(figure_text(figure.title), figure_fonts().title, width_of(columns_) - 2 * padding)),
      shared_(shared_entries(figure), width_of(columns_) - 2 * padding) {
  make_cells(shared_.height() > 0);
  align_columns();
  place_all();
}

void FigurePage::make_cells(bool shared_legend) {
  for (const FigurePanel& panel : figure_.panels) {
    auto entries = shared_legend ? std::vector<FigureLegendEntry>() : legend_entries(panel);
    cells_.push_back({wrap_text(figure_text(panel.title), figure_fonts().panel, panel_width_),
                      std::make_unique<AxesPlot>(panel, static_cast<int>(panel_width_)),
                      FigureLegend(std::move(entries), panel_width_),
                      {},
                      {},
                      {}});
  }
}

void FigurePage::align_columns() {
  for (std::size_t column = 0; column < columns_; ++column) {
    int margin = 0;
    for (std::size_t i = column; i < cells_.size(); i += columns_)
      margin = std::max(margin, cells_[i].axes->left_margin());
    for (std::size_t i = column; i < cells_.size(); i += columns_) cells_[i].axes->set_left_margin(margin);
  }
}

/// Titles, axes and legends of a row each begin at the same height. Returns where the row ends.
double FigurePage::place_row(std::size_t first, double y) {
  const std::size_t end = std::min(first + columns_, cells_.size());
  double title = 0, above = 0, axes = 0, legend = 0;
  for (std::size_t i = first; i < end; ++i) {
    title = std::max(title, height_of(cells_[i].title, figure_fonts().panel));
    above = std::max(above, cells_[i].axes->area().top());
  }
  for (std::size_t i = first; i < end; ++i) {
    const double lower = above - cells_[i].axes->area().top();
    axes = std::max(axes, lower + cells_[i].axes->full_height());
    legend = std::max(legend, cells_[i].legend.height());
  }
  for (std::size_t i = first; i < end; ++i) {
    const double x = padding + static_cast<double>(i - first) * (panel_width_ + between);
    cells_[i].at = {x, y};
    cells_[i].axes_at = {x, y + title + above - cells_[i].axes->area().top()};
    cells_[i].legend_at = {x, y + title + axes + 6};
  }
  return y + title + axes + (legend > 0 ? legend + 6 : 0);
}

void FigurePage::place_all() {
  double y = padding;
  if (!title_.empty()) y += height_of(title_, figure_fonts().title) + 10;
  for (std::size_t first = 0; first < cells_.size(); first += columns_)
    y = place_row(first, y + (first > 0 ? between : 0));
  shared_at_ = {padding, y + 10};
  if (shared_.height() > 0) y += shared_.height() + 10;
  size_ = QSize(static_cast<int>(width_of(columns_)), static_cast<int>(std::ceil(y + padding)));
}

void FigurePage::draw(QCPPainter& painter) const {
  const Theme& theme = light_theme();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(QRect(QPoint(), size_), theme.plot_background);
  painter.setPen(theme.text);
  draw_lines(painter, QRectF(padding, padding, size_.width() - 2 * padding, 0), title_, figure_fonts().title,
             Qt::AlignLeft);
  for (const Cell& cell : cells_) {
    cell.axes->draw_at(painter, cell.axes_at);
    painter.setPen(theme.text);
    const QRectF title(axes_within(cell).left(), cell.at.y(), panel_width_, 0);
    draw_lines(painter, title, cell.title, figure_fonts().panel, Qt::AlignLeft);
    painter.setRenderHint(QPainter::Antialiasing);
    cell.legend.draw(painter, cell.legend_at);
  }
  shared_.draw(painter, shared_at_);
}

std::vector<QRectF> FigurePage::data_areas() const {
  std::vector<QRectF> areas;
  for (const Cell& cell : cells_) areas.push_back(axes_within(cell));
  return areas;
}

std::vector<QRectF> FigurePage::legend_areas() const {
  std::vector<QRectF> areas;
  for (const Cell& cell : cells_)
    if (cell.legend.height() > 0) areas.emplace_back(cell.legend_at, QSizeF(panel_width_, cell.legend.height()));
  if (shared_.height() > 0) areas.emplace_back(shared_at_, QSizeF(size_.width() - 2 * padding, shared_.height()));
  return areas;
}

}  // namespace evenkeel
