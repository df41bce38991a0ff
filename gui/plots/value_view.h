#pragma once

#include "gui/plots/qcustomplot.h"

namespace evenkeel {

/// What the value axes of a plot show.
struct ValueView {
  bool fits = true;  ///< they follow the curves
  QCPRange left{};
  QCPRange right{};
};

}  // namespace evenkeel
