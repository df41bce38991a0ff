#include "gui/call/picture_image.h"

#include <libyuv/convert_argb.h>
#include <libyuv/planar_functions.h>
#include <libyuv/scale.h>

#include <algorithm>

namespace evenkeel {
namespace {

void scale(const Picture& from, Picture& to, QSize size) {
  to.resize(size.width(), size.height());
  // Box stands for "box where it shrinks by more than half, else bilinear".
  libyuv::I420Scale(from.y().data(), from.width, from.u().data(), from.chroma_width(), from.v().data(),
                    from.chroma_width(), from.width, from.height, to.y().data(), to.width, to.u().data(),
                    to.chroma_width(), to.v().data(), to.chroma_width(), to.width, to.height, libyuv::kFilterBox);
}

void provide(QImage& image, QSize size) {
  if (image.size() != size) image = QImage(size, QImage::Format_RGB32);
}

}  // namespace

QSize PictureImage::fitted(const Picture& picture, QSize area) {
  const QSize size = QSize(picture.width, picture.height).scaled(area, Qt::KeepAspectRatio);
  return size.expandedTo(QSize(1, 1));
}

void PictureImage::convert(const Picture& picture, QSize size, bool mirrored) {
  provide(image_, size);
  if (size == QSize(picture.width, picture.height)) {
    to_argb(picture);
  } else {
    scale(picture, scaled_, size);
    to_argb(scaled_);
  }
  mirrored_ = mirrored;
  if (!mirrored) return;
  provide(mirror_, size);
  libyuv::ARGBMirror(image_.constBits(), static_cast<int>(image_.bytesPerLine()), mirror_.bits(),
                     static_cast<int>(mirror_.bytesPerLine()), size.width(), size.height());
}

void PictureImage::to_argb(const Picture& picture) {
  // "ARGB" of libyuv and RGB32 of Qt are the same four bytes where the processor is little-endian.
  libyuv::I420ToARGB(picture.y().data(), picture.width, picture.u().data(), picture.chroma_width(), picture.v().data(),
                     picture.chroma_width(), image_.bits(), static_cast<int>(image_.bytesPerLine()), picture.width,
                     picture.height);
}

}  // namespace evenkeel
