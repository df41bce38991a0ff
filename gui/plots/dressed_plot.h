#pragma once

#include <QFont>

#include "gui/plots/qcustomplot.h"
#include "gui/theme/theme.h"

namespace evenkeel {

/// Gives a plot with two axes and a legend the colours of the theme.
void dress_plot(QCustomPlot& plot, const Theme& theme, const QFont& font);

}  // namespace evenkeel
