#pragma once

#include <QRectF>
#include <QSize>
#include <memory>
#include <vector>

#include "gui/figures/axes_plot.h"
#include "gui/figures/figure_legend.h"

namespace evenkeel {

/// A figure laid out on a page of 96 pixels per inch: title, panels in rows, their legends, or one at the bottom if all
/// are equal. The figure must outlive it.
class FigurePage {
 public:
  explicit FigurePage(const Figure& figure);

  QSize size() const { return size_; }
  void draw(QCPPainter& painter) const;

  /// The areas of the panels' data and of the legends, which never overlap.
  std::vector<QRectF> data_areas() const;
  std::vector<QRectF> legend_areas() const;

 private:
  struct Cell {
    QStringList title;
    std::unique_ptr<AxesPlot> axes;
    FigureLegend legend;
    QPointF at;  ///< of the title
    QPointF axes_at;
    QPointF legend_at;
  };

  void make_cells(bool shared_legend);
  void align_columns();
  double place_row(std::size_t first, double y);
  void place_all();
  QRectF axes_within(const Cell& cell) const { return cell.axes->area().translated(cell.axes_at); }

  const Figure& figure_;
  std::size_t columns_;
  double panel_width_;
  QStringList title_;
  std::vector<Cell> cells_;
  FigureLegend shared_;
  QPointF shared_at_;
  QSize size_;
};

}  // namespace evenkeel
