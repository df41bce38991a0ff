#include "gui/call/picture_painting.h"

#include <libyuv/convert_argb.h>
#include <libyuv/planar_functions.h>
#include <libyuv/scale.h>

#include <QFontMetrics>
#include <algorithm>

#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

void scale(const Picture& from, Picture& to, QSize size) {
  to.resize(size.width(), size.height());
  // kFilterBox means "box if it shrinks by more than half, otherwise bilinear".
  libyuv::I420Scale(from.y().data(), from.width, from.u().data(), from.chroma_width(), from.v().data(),
                    from.chroma_width(), from.width, from.height, to.y().data(), to.width, to.u().data(),
                    to.chroma_width(), to.v().data(), to.chroma_width(), to.width, to.height, libyuv::kFilterBox);
}

void provide(QImage& image, QSize size) {
  if (image.size() != size) image = QImage(size, QImage::Format_RGB32);
}

constexpr int widest_seam = 2;  // pixels beside a picture, of rounded sizes, which it takes rather than show an edge
constexpr int wrapped = Qt::AlignCenter | Qt::TextWordWrap;

QColor ground() {
  QColor color = dark_theme().plot_background;
  color.setAlphaF(0.66F);
  return color;
}

QFont enlarged(QFont font, double factor) {
  font.setPointSizeF(std::max(font.pointSizeF(), 6.0) * factor);
  return font;
}

bool is_small(const QRect& area) { return area.width() < 360; }
int notice_margin(const QRect& area) { return is_small(area) ? 6 : 24; }
QFont notice_font(const QFont& font, const QRect& area) { return enlarged(font, is_small(area) ? 1.0 : 1.2); }

}  // namespace

QSize PictureImage::fitted(const Picture& picture, QSize area) {
  const QSize size = QSize(picture.width, picture.height).scaled(area, Qt::KeepAspectRatio);
  const QSize seam = area - size;
  if (seam.width() <= widest_seam && seam.height() <= widest_seam) return area.expandedTo(QSize(1, 1));
  return size.expandedTo(QSize(1, 1));
}

QRect PictureImage::place(const Picture& picture, QSize area) {
  const QSize size = fitted(picture, area);
  return {QPoint((area.width() - size.width()) / 2, (area.height() - size.height()) / 2), size};
}

PictureSize PictureImage::reduced_size(const Picture& picture, QSize shown) {
  PictureSize size{picture.width, picture.height};
  while (size.width > 2 * shown.width() && size.height > 2 * shown.height())
    size = {(size.width + 1) / 2, (size.height + 1) / 2};
  return size;
}

const Picture& PictureImage::reduced(const Picture& picture, QSize shown, Picture& memory) {
  const PictureSize size = reduced_size(picture, shown);
  if (size == PictureSize{picture.width, picture.height}) return picture;
  scale(picture, memory, {size.width, size.height});
  return memory;
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
  // libyuv's "ARGB" and Qt's RGB32 are the same four bytes on a little-endian processor.
  libyuv::I420ToARGB(picture.y().data(), picture.width, picture.u().data(), picture.chroma_width(), picture.v().data(),
                     picture.chroma_width(), image_.bits(), static_cast<int>(image_.bytesPerLine()), picture.width,
                     picture.height);
}

QImage caption_image(const QString& text, const QFont& font, double device_pixel_ratio) {
  const QFontMetrics metrics(font);
  const QSize size(metrics.horizontalAdvance(text) + 16, metrics.height() + 6);
  QImage image((QSizeF(size) * device_pixel_ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(device_pixel_ratio);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground());
  painter.drawRoundedRect(QRect(QPoint(), size), 5, 5);
  painter.setPen(dark_theme().text);
  painter.setFont(font);
  painter.drawText(QRect(QPoint(), size), Qt::AlignCenter, text);
  return image;
}

void paint_placeholder(QPainter& painter, const QRect& area, const QString& words) {
  painter.setFont(enlarged(painter.font(), area.width() < 360 ? 1.0 : 1.35));
  painter.setPen(dark_theme().faint_text);
  painter.drawText(area.adjusted(12, 8, -12, -8), wrapped, words);
}

void paint_cover(QPainter& painter, const QRect& area, int rounding) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(dark_theme().grid, 1));
  painter.setBrush(dark_theme().plot_background);
  painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), rounding, rounding);
}

QRect notice_place(const QFont& font, const QRect& area, const QString& words) {
  const int margin = notice_margin(area);
  const QFontMetrics metrics(notice_font(font, area));
  const QRect text = metrics.boundingRect(area.adjusted(margin, margin, -margin, -margin), wrapped, words);
  return text.adjusted(-margin / 2 - 2, -margin / 3 - 2, margin / 2 + 2, margin / 3 + 2);
}

void paint_notice(QPainter& painter, const QRect& area, const QString& words) {
  const int margin = notice_margin(area);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground());
  painter.drawRoundedRect(notice_place(painter.font(), area, words), 8, 8);
  painter.setFont(notice_font(painter.font(), area));
  painter.setPen(dark_theme().text);
  painter.drawText(area.adjusted(margin, margin, -margin, -margin), wrapped, words);
}

}  // namespace evenkeel
