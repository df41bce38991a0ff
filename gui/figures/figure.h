#pragma once

#include <optional>
#include <string>
#include <vector>

namespace evenkeel {

/// A line or a cloud of points. What an axis has no place for breaks the line and is left out: what is not a number or
/// not finite, and zero and less on a logarithmic axis. Markers on a mere line only tell it from the others.
struct FigureSeries {
  enum class Style { line, points, line_and_points, steps };
  std::string label;  ///< in the legend; none: not there. Here as in all texts k_r gets a subscript
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

/// A time during which something was different, shaded: "five busy processes".
struct FigureSpan {
  double from = 0;
  double to = 0;
  std::string label;
};

/// A value to compare with, drawn across the panel: a claim's limit.
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

/// A picture for a page of results: panels in rows, with a title above and a legend each, or one for all if it
/// would be the same. 800 pixels wide at 96 per inch, of several columns each 640.
struct Figure {
  std::string name;  ///< of the files, without extension: "figure-7"
  std::string title;
  std::vector<FigurePanel> panels;
  int columns = 1;
};

}  // namespace evenkeel
