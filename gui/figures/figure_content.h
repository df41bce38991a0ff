#pragma once

#include <QStringList>
#include <optional>
#include <utility>

#include "gui/figures/figure_style.h"
#include "gui/plots/qcustomplot.h"

namespace evenkeel {

/// Maps values to positions on the page.
struct FigureAxes {
  const QCPAxis& x;
  const QCPAxis& y;
  QRectF area;

  /// NaN for values that an axis cannot show.
  QPointF at(double x_value, double y_value) const;
};

/// Draws one series of a panel; `index` of `count` staggers the markers of the series, so that they do not overlap.
void draw_series(QPainter& painter, const FigureAxes& axes, const FigureSeries& series, const FigureStyle& style,
                 std::size_t index, std::size_t count);
void draw_bars(QPainter& painter, const FigureAxes& axes, const FigurePanel& panel,
               const std::vector<FigureStyle>& styles);
/// Shaded from top to bottom; the labels are drawn above the axes by the page.
void draw_spans(QPainter& painter, const FigureAxes& axes, const FigurePanel& panel);
/// Dashed lines; the labels go beside the axes.
void draw_limits(QPainter& painter, const FigureAxes& axes, const FigurePanel& panel);

/// The ends of a span in pixels, clipped to the axes; nullopt if it is outside.
std::optional<std::pair<double, double>> span_place(const FigureAxes& axes, const FigureSpan& span);

/// A label beside the data, placed so that labels do not overlap.
struct PlacedLabel {
  QStringList lines;
  QRectF area;
};

/// The spans' labels, above the axes in as many rows as they need.
std::vector<PlacedLabel> span_labels(const FigureAxes& axes, const FigurePanel& panel);
/// The limits' labels, to the right of the axes beside their lines, moved apart where the lines are close.
std::vector<PlacedLabel> limit_labels(const FigureAxes& axes, const FigurePanel& panel);
/// The width of the limits' labels, in pixels.
double limit_label_width(const FigurePanel& panel);

void draw_labels(QPainter& painter, const std::vector<PlacedLabel>& labels, Qt::Alignment alignment);

}  // namespace evenkeel
