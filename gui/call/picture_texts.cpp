#include "gui/call/picture_texts.h"

#include <QFontMetrics>
#include <algorithm>

#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

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

}  // namespace

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

void paint_notice(QPainter& painter, const QRect& area, const QString& words) {
  const bool small = area.width() < 360;
  painter.setFont(enlarged(painter.font(), small ? 1.0 : 1.2));
  const int margin = small ? 6 : 24;
  const QRect room = area.adjusted(margin, margin, -margin, -margin);
  const QRect text = painter.fontMetrics().boundingRect(room, wrapped, words);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(ground());
  painter.drawRoundedRect(text.adjusted(-margin / 2 - 2, -margin / 3 - 2, margin / 2 + 2, margin / 3 + 2), 8, 8);
  painter.setPen(dark_theme().text);
  painter.drawText(room, wrapped, words);
}

}  // namespace evenkeel
