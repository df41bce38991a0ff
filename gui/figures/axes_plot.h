#pragma once

#include "gui/figures/figure_content.h"
#include "gui/figures/figure_range.h"

namespace evenkeel {

/// The axes of one panel and what is drawn between and beside them, without title and legend. All lengths are pixels of
/// a page at 96 per inch. The panel must outlive it.
class AxesPlot : public QCustomPlot {
 public:
  AxesPlot(const FigurePanel& panel, int width);

  /// The width of numbers and names to the left of the axes.
  int left_margin() const { return axisRect()->margins().left(); }
  /// So that the axes of panels below each other begin at the same place.
  void set_left_margin(int margin);
  int full_height() const { return viewport().height(); }
  QRectF area() const { return {axisRect()->topLeft(), axisRect()->bottomRight()}; }
  bool has_data() const { return x_range_ && y_range_; }
  void draw_at(QCPPainter& painter, QPointF top_left);

 private:
  FigureAxes axes() const { return {*xAxis, *yAxis, area()}; }
  void set_up_axis(QCPAxis& axis, const FigureAxis& of, const std::optional<FigureRange>& range);
  void set_up_layers();
  void set_ticks();
  void set_names();
  void set_categories();
  void make_room_above();
  void arrange();

  const FigurePanel& panel_;
  int width_;
  int top_ = 0;
  std::optional<FigureRange> x_range_;
  std::optional<FigureRange> y_range_;
};

}  // namespace evenkeel
