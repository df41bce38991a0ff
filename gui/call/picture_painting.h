#pragma once

#include <QFont>
#include <QImage>
#include <QPainter>
#include <QRect>
#include <QSize>
#include <QString>

#include "core/frames/picture.h"

namespace evenkeel {

/// Converts pictures into images of the displayed size. Reuses its memory.
class PictureImage {
 public:
  /// The largest size with the picture's aspect ratio within an area, in physical pixels.
  static QSize fitted(const Picture& picture, QSize area);
  /// That size, in the middle of the area.
  static QRect place(const Picture& picture, QSize area);
  /// The size of reduced().
  static PictureSize reduced_size(const Picture& picture, QSize shown);
  /// The picture, or its halves as often as `shown` is smaller than half of it: who scales it from there by
  /// neighbouring pixels leaves none out. It is in `memory` where it is not the picture itself.
  static const Picture& reduced(const Picture& picture, QSize shown, Picture& memory);

  /// `size` in physical pixels; at least 1x1.
  void convert(const Picture& picture, QSize size, bool mirrored);
  const QImage& image() const { return mirrored_ ? mirror_ : image_; }

 private:
  void to_argb(const Picture& picture);

  Picture scaled_;
  QImage image_;
  QImage mirror_;
  bool mirrored_ = false;
};

// Texts on a picture, in the colours of the dark theme in both themes: light letters on a dark background are readable
// on any picture.

/// Drawn once per text and then copied, because it is painted over every picture.
QImage caption_image(const QString& text, const QFont& font, double device_pixel_ratio);
void paint_placeholder(QPainter& painter, const QRect& area, const QString& words);
/// Over the whole picture, with its rounded corners.
void paint_cover(QPainter& painter, const QRect& area, int rounding);
/// Where paint_notice() paints.
QRect notice_place(const QFont& font, const QRect& area, const QString& words);
void paint_notice(QPainter& painter, const QRect& area, const QString& words);

}  // namespace evenkeel
