#pragma once

#include <optional>
#include <string>
#include <vector>

namespace evenkeel {

/// A line or a cloud of points. Values that an axis cannot show break the line and are omitted: those that are not
/// finite, and zero and below on a logarithmic axis. Markers on a line without points only distinguish it from others.
struct FigureSeries {
  enum class Style { line, points, line_and_points, steps };
  std::string label;  ///< in the legend; empty: not listed. As in all texts k_r gets a subscript
  std::vector<double> x;
  std::vector<double> y;
  Style style = Style::line;
  std::optional<int> color;  ///< index into Theme::curves; by default the next one that is free
  bool dashed = false;       ///< for what theory says, or the ideal
};

/// Bars beside each other in groups: one group per category, in each one bar per set of bars.
struct FigureBars {
  std::string label;
  std::vector<double> values;  ///< one per category; not-a-number: no bar; zero on a logarithmic axis: the digit 0
  std::optional<int> color;
};

struct FigureAxis {
  std::string label;  ///< with the unit: "rate [Mbit/s]"
  bool logarithmic = false;
  std::optional<double> minimum;  ///< by default what the data need
  std::optional<double> maximum;
};

/// A shaded span of the x axis: "five busy processes".
struct FigureSpan {
  double from = 0;
  double to = 0;
  std::string label;
};

/// A horizontal line across the panel: the limit of a claim.
struct FigureLimit {
  double y = 0;
  std::string label;
};

/// One pair of axes.
struct FigurePanel {
  std::string title;
  FigureAxis x;
  FigureAxis y;
  std::vector<FigureSeries> series;
  std::vector<std::string> categories;  ///< of bars; the x axis then counts them from 1
  std::vector<FigureBars> bars;
  std::vector<FigureSpan> spans;
  std::vector<FigureLimit> limits;
};

/// A picture for a page of results: panels in rows, each with a title and a legend, or one common legend if all are
/// equal. 800 pixels wide at 96 per inch, of several columns each 640.
struct Figure {
  std::string name;  ///< of the files, without extension: "figure-7"
  std::string title;
  std::vector<FigurePanel> panels;
  int columns = 1;
};

}  // namespace evenkeel
