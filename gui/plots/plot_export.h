#pragma once

#include <QString>
#include <vector>

#include "gui/plots/time_plot.h"

namespace evenkeel {

/// What a picture of the plots has to say beside them.
struct ExportHeading {
  QString title;              ///< runs and flow
  std::vector<QString> runs;  ///< their names, where there are several
};

/// Draw the plots as they are shown, below each other, with the heading and legends. They return nothing, or one
/// sentence that says what failed.
QString write_png(const QString& path, const std::vector<TimePlot*>& plots, const ExportHeading& heading,
                  const Theme& theme);
QString write_pdf(const QString& path, const std::vector<TimePlot*>& plots, const ExportHeading& heading,
                  const Theme& screen_theme);

}  // namespace evenkeel
