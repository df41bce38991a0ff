#pragma once

#include <QSize>
#include <QString>
#include <functional>

#include "gui/plots/qcustomplot.h"

namespace evenkeel {

/// A drawing for a file, in pixels of the screen.
struct Drawing {
  QSize size;
  QString title;
  std::function<void(QCPPainter&)> draw;
};

/// Write a PNG with twice the screen's resolution (the same if the drawing is tall), or a vector PDF or SVG. The file
/// is written completely or not at all; equal drawings give equal bytes. Return an empty string, or why it failed.
QString save_png(const QString& path, const Drawing& drawing);
QString save_pdf(const QString& path, const Drawing& drawing);
QString save_svg(const QString& path, const Drawing& drawing);

}  // namespace evenkeel
