#pragma once

#include <QString>

#include "gui/plots/curve_style.h"
#include "gui/store/curve_source.h"

namespace evenkeel {

/// A curve as it is drawn now, for tables and distributions of its values. The run must still be shown when its values
/// are read.
struct ShownCurve {
  QString plot;         ///< its title
  QString name;         ///< as in the legend
  QString unit;         ///< empty: a plain number
  std::size_t run = 0;  ///< its index
  QString run_name;
  CurveLook look;
  CurveSource source;
};

}  // namespace evenkeel
