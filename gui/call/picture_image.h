#pragma once

#include <QImage>
#include <QSize>

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

}  // namespace evenkeel
