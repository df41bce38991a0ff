#pragma once

#include "gui/figures/figure_style.h"

namespace evenkeel {

struct FigureLegendEntry {
  QString label;
  FigureStyle style;

  bool operator==(const FigureLegendEntry&) const = default;
};

/// The names of what a panel draws, in the order of its series and bars. Entries without a name are omitted; those
/// without a value say so.
std::vector<FigureLegendEntry> legend_entries(const FigurePanel& panel);

/// A legend within a width: in columns, or in one column with wrapped names.
class FigureLegend {
 public:
  FigureLegend(std::vector<FigureLegendEntry> entries, double width);

  double height() const { return height_; }
  /// Centred within the width of the constructor.
  void draw(QPainter& painter, QPointF top_left) const;

 private:
  bool arrange(std::size_t columns, double width);
  double row_height(std::size_t row) const;

  std::vector<FigureLegendEntry> entries_;
  std::vector<QStringList> names_;
  std::vector<double> columns_;  ///< widths
  double width_;
  double height_ = 0;
};

}  // namespace evenkeel
