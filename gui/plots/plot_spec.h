#pragma once

#include <QString>
#include <string_view>
#include <vector>

#include "core/telemetry/flow_name.h"

namespace evenkeel {

/// A curve of a plot, or marks on it: one column of telemetry.
struct CurveSpec {
  /// Marks differ in shape. All but modes, which are a band, mark increments of a counter.
  enum class Mark { none, key_frame, loss, repaired, jump, mode };

  std::string_view column{};  ///< "targetBitrate"
  std::string_view label{};   ///< for people, short; words_of() translates it
  int color = 0;              ///< index into Theme::curves
  bool dashed = false;
  bool step = false;   ///< holds its value until the next row: capacities, targets, thresholds
  double scale = 1;    ///< from the unit of the column to that of the axis
  bool right = false;  ///< has the right-hand axis
  Mark mark = Mark::none;
  bool rare = false;    ///< only some calls have it: in the legend only if a shown run has values
  int shadow = 0;       ///< 1 to 3: that of this shadow controller, whose name the run tells
  bool growth = false;  ///< draws how fast a counter grows, per second
  // Of a curve that the user added to the plot.
  bool added = false;
  FlowName flow{};          ///< of this one, whichever is chosen; empty: of the chosen one
  std::string_view unit{};  ///< in which it is drawn
};

struct PlotSpec {
  std::string_view id{};     ///< for settings and scripts
  std::string_view title{};  ///< for people; words_of() translates it
  std::string_view unit{};   ///< of the left-hand axis
  std::vector<CurveSpec> curves{};
  bool shown_by_default = false;
  std::string_view right_unit{};  ///< empty: there is no right-hand axis
  bool from_zero = true;          ///< the axes begin at 0, otherwise at the curves' minimum
  int stretch = 4;                ///< initial share of the height
  bool cuts_peaks = false;        ///< the scale leaves out peaks that last less than a tenth of what is visible
};

/// All plots, from top to bottom. The last ones are empty: for columns of the user's choice.
const std::vector<PlotSpec>& plot_specs();

/// A title or a label in the language of the window.
QString words_of(std::string_view title_or_label);

}  // namespace evenkeel
