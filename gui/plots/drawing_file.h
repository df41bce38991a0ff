#pragma once

#include <QSize>
#include <QString>
#include <functional>

#include "gui/plots/qcustomplot.h"

namespace evenkeel {

/// What is drawn into a file, in pixels of the screen.
struct Drawing {
  QSize size;
  QString title;
  std::function<void(QCPPainter&)> draw;
};

/// Write a picture with twice the screen's pixels (as many if it is tall), or with lines and words. The file is there
/// whole or not at all, and the same picture gives the same bytes. They return nothing, or why it failed.
QString save_png(const QString& path, const Drawing& drawing);
QString save_pdf(const QString& path, const Drawing& drawing);

}  // namespace evenkeel
