#pragma once

#include <QFont>
#include <QImage>
#include <QPainter>
#include <QSize>
#include <QString>

#include "core/frames/picture.h"

namespace evenkeel {

/// Turns pictures into images of the size at which they are shown. Uses its memory again for every picture.
class PictureImage {
 public:
  /// The largest size of the picture's shape within an area, both in pixels of the screen.
  static QSize fitted(const Picture& picture, QSize area);

  /// `size` in pixels of the screen; at least 1x1.
  void convert(const Picture& picture, QSize size, bool mirrored);
  const QImage& image() const { return mirrored_ ? mirror_ : image_; }

 private:
  void to_argb(const Picture& picture);

  Picture scaled_;
  QImage image_;
  QImage mirror_;
  bool mirrored_ = false;
};

// Texts on a picture. Their colours are those of the dark theme in the light one too: pictures have any colour, and a
// dark ground below light letters reads on all of them.

/// Drawn once per text and then copied, because it is painted with every picture.
QImage caption_image(const QString& text, const QFont& font, double device_pixel_ratio);
void paint_placeholder(QPainter& painter, const QRect& area, const QString& words);
void paint_notice(QPainter& painter, const QRect& area, const QString& words);

}  // namespace evenkeel
