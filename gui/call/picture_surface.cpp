#include "gui/call/picture_surface.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <algorithm>

#include "gui/call/picture_painting.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

QEvent::Type picture_event() {
  static const int type = QEvent::registerEventType();
  return static_cast<QEvent::Type>(type);
}

}  // namespace

PictureSurface::PictureSurface(PictureSlot& slot, QWidget* parent) : QWidget(parent), slot_(slot) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  picture_event();  // Registered by this thread, before another asks for it.
}

PictureSurface::~PictureSurface() { slot_.notify({}, this); }

void PictureSurface::listen() {
  slot_.notify(
      [this] {
        puts_.fetch_add(1, std::memory_order_relaxed);
        if (posted_.exchange(true)) return;
        QCoreApplication::postEvent(this, new QEvent(picture_event()), Qt::HighEventPriority);
      },
      this);
}

bool PictureSurface::event(QEvent* event) {
  if (event->type() != picture_event()) return QWidget::event(event);
  show_newest();
  return true;
}

void PictureSurface::show_newest() {
  posted_ = false;
  if (!isVisible()) return;  // A hidden widget leaves the picture to the visible one.
  const std::uint64_t puts = puts_.load(std::memory_order_relaxed);
  auto entry = slot_.take();
  if (!entry || !entry->picture) return;
  const bool same_shape =
      picture_ && picture_->width == entry->picture->width && picture_->height == entry->picture->height;
  picture_ = std::move(entry->picture);
  stale_ = true;
  if (!same_shape) Q_EMIT shape_changed();
  paint_now();
  if (!painted_) return;
  latency_.add_painted(std::chrono::steady_clock::now() - entry->put);
  if (puts > puts_taken_ + 1) latency_.add_replaced(puts - puts_taken_ - 1);
  puts_taken_ = puts;
}

/// Not update(): that would wait for all other posted events.
void PictureSurface::paint_now() {
  convert();
  painted_ = false;
  repaint();
}

void PictureSurface::convert() {
  if (!stale_ || !picture_) return;
  const QSize area = (QSizeF(size()) * devicePixelRatioF()).toSize();
  if (area.isEmpty()) return;
  // A rounded surface fills its whole area: its owner gives it the picture's aspect ratio.
  converted_.convert(*picture_, rounding_ > 0 ? area : PictureImage::fitted(*picture_, area), mirrored_);
  if (rounding_ > 0) round_corners();
  stale_ = false;
}

void PictureSurface::round_corners() {
  const QImage& image = converted_.image();
  if (rounded_.size() != image.size()) rounded_ = QImage(image.size(), QImage::Format_ARGB32_Premultiplied);
  rounded_.fill(Qt::transparent);
  QPainter painter(&rounded_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(image);
  const double radius = rounding_ * devicePixelRatioF();
  painter.drawRoundedRect(image.rect(), radius, radius);
}

QRect PictureSurface::picture_rect() const {
  const QSize area = (QSizeF(size()) * devicePixelRatioF()).toSize();
  const QSize image = converted_.image().size();
  return {QPoint((area.width() - image.width()) / 2, (area.height() - image.height()) / 2), image};
}

void PictureSurface::paintEvent(QPaintEvent*) {
  convert();
  QPainter painter(this);
  paint_background(painter);
  if (picture_) {
    // In pixels of the screen: the image has its final size, and is copied, not scaled.
    painter.save();
    painter.scale(1 / devicePixelRatioF(), 1 / devicePixelRatioF());
    painter.drawImage(picture_rect().topLeft(), rounding_ > 0 ? rounded_ : converted_.image());
    painter.restore();
  }
  paint_texts(painter);
  painted_ = true;
}

void PictureSurface::paint_background(QPainter& painter) {
  const QColor background = dark_theme().plot_background;
  if (rounding_ > 0) {
    if (picture_) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(dark_theme().grid, 1));
    painter.setBrush(background);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), rounding_, rounding_);
    return;
  }
  // Only the area around the picture: filling everything would cost as much as the picture.
  QRegion free = rect();
  if (picture_) {
    const QRect image = picture_rect();
    const double ratio = devicePixelRatioF();
    free -= QRectF(image.x() / ratio, image.y() / ratio, image.width() / ratio, image.height() / ratio)
                .toAlignedRect()
                .adjusted(1, 1, -1, -1);
  }
  for (const QRect& bar : free) painter.fillRect(bar, background);
}

void PictureSurface::paint_texts(QPainter& painter) {
  if (!picture_) paint_placeholder(painter, rect(), placeholder_);
  if (!caption_.isEmpty()) {
    if (caption_image_.isNull()) caption_image_ = caption_image(caption_, font(), devicePixelRatioF());
    painter.drawImage(caption_place(), caption_image_);
  }
  if (!notice_.isEmpty()) paint_notice(painter, rect(), notice_);
}

/// In a corner of the picture, not of the bars beside it.
QPoint PictureSurface::caption_place() const {
  const int width = static_cast<int>(caption_image_.deviceIndependentSize().width());
  const int margin = rounding_ > 0 ? 4 : 10;
  const QPoint corner = picture_ ? (QPointF(picture_rect().topLeft()) / devicePixelRatioF()).toPoint() : QPoint();
  const int x = corner.x() + margin;
  return {caption_right_ ? this->width() - width - x : x, corner.y() + margin};
}

void PictureSurface::resizeEvent(QResizeEvent*) { stale_ = true; }

void PictureSurface::showEvent(QShowEvent*) {
  stale_ = true;  // Perhaps on another screen now.
  caption_image_ = {};
  listen();
  if (!posted_.exchange(true)) QCoreApplication::postEvent(this, new QEvent(picture_event()));
}

void PictureSurface::hideEvent(QHideEvent*) { slot_.notify({}, this); }

void PictureSurface::set_mirrored(bool mirrored) {
  if (mirrored == mirrored_) return;
  mirrored_ = mirrored;
  stale_ = true;
  update();
}

void PictureSurface::set_rounding(int radius) {
  rounding_ = radius;
  setAttribute(Qt::WA_OpaquePaintEvent, radius == 0);
  stale_ = true;
  update();
}

void PictureSurface::set_placeholder(const QString& words) {
  if (words == placeholder_) return;
  placeholder_ = words;
  if (!picture_) update();
}

void PictureSurface::set_caption(const QString& text) {
  if (text == caption_) return;
  caption_ = text;
  caption_image_ = {};
  update();
}

void PictureSurface::set_caption_on_the_right(bool right) {
  caption_right_ = right;
  update();
}

void PictureSurface::set_notice(const QString& text) {
  if (text == notice_) return;
  notice_ = text;
  update();
}

void PictureSurface::forget_picture() {
  if (!picture_) return;
  picture_ = nullptr;
  slot_.take();
  Q_EMIT shape_changed();
  update();
}

double PictureSurface::shape() const {
  return picture_ ? static_cast<double>(picture_->height) / picture_->width : 9.0 / 16.0;
}

}  // namespace evenkeel
