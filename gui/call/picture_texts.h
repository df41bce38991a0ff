#pragma once

#include <QFont>
#include <QImage>
#include <QPainter>
#include <QString>

namespace evenkeel {

// Texts on a picture. Their colours are those of the dark theme in the light one too: pictures have any colour, and a
// dark ground below light letters reads on all of them.

/// Drawn once per text and then copied, because it is painted with every picture.
QImage caption_image(const QString& text, const QFont& font, double device_pixel_ratio);
void paint_placeholder(QPainter& painter, const QRect& area, const QString& words);
void paint_notice(QPainter& painter, const QRect& area, const QString& words);

}  // namespace evenkeel
