#include "gui/call/picture_surface.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>
#include <QWindow>
#include <algorithm>
#include <functional>

#include "gui/call/gl_picture.h"
#include "gui/call/picture_painting.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

QEvent::Type picture_event() {
  static const int type = QEvent::registerEventType();
  return static_cast<QEvent::Type>(type);
}

/// What lies over a picture that OpenGL draws. It is painted when it changes, not with each picture.
class TextsOver final : public QWidget {
 public:
  TextsOver(QWidget* parent, std::function<void(QPainter&)> paint) : QWidget(parent), paint_(std::move(paint)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paint_(painter);
  }

 private:
  std::function<void(QPainter&)> paint_;
};

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
  still_.look(*picture_);
  stale_ = true;
  waiting_ = {entry->put, puts};
  if (!window()->windowHandle()->isExposed()) waiting_.reset();  // Minimized: it is painted who knows when.
  if (!same_shape) {
    if (texts_) texts_->update();
    Q_EMIT shape_changed();
  }
  paint_now();
}

/// Not update(): that would wait for all other posted events.
void PictureSurface::paint_now() {
  if (card_) {
    card_->set_picture(picture_);
    return card_->repaint();
  }
  convert();
  painting_now_ = true;
  painted_ = false;
  repaint();
  painting_now_ = false;
  if (painted_) note_painted();
}

void PictureSurface::note_painted() {
  if (!waiting_) return;
  latency_.add_painted(std::chrono::steady_clock::now() - waiting_->put);
  if (waiting_->puts > puts_taken_ + 1) latency_.add_replaced(waiting_->puts - puts_taken_ - 1);
  puts_taken_ = waiting_->puts;
  waiting_.reset();
}

void PictureSurface::draw_by_card(bool card) {
  if (card == drawn_by_card() || rounding_ > 0) return;
  if (card) return use_card();
  for (QWidget* part : {static_cast<QWidget*>(card_), texts_}) {
    part->hide();
    part->deleteLater();
  }
  card_ = nullptr;
  texts_ = nullptr;
  stale_ = true;
  update();
}

void PictureSurface::use_card() {
  card_ = new GlPicture(this);
  texts_ = new TextsOver(this, [this](QPainter& painter) { paint_texts(painter); });
  connect(card_, &GlPicture::shown, this, &PictureSurface::note_painted);
  // Later: it is told while it paints.
  connect(
      card_, &GlPicture::failed, this,
      [this] {
        if (!card_) return;
        draw_by_card(false);
        Q_EMIT card_failed();
      },
      Qt::QueuedConnection);
  card_->set_picture(picture_);
  card_->set_mirrored(mirrored_);
  for (QWidget* part : {texts_, static_cast<QWidget*>(card_)}) {  // below whatever else lies on the picture
    part->lower();
    part->setGeometry(rect());
    part->show();
  }
}

void PictureSurface::convert() {
  if (!stale_ || !picture_) return;
  if (pixels().isEmpty()) return;
  converted_.convert(*picture_, picture_rect().size(), mirrored_);
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

/// Of the screen.
QSize PictureSurface::pixels() const { return (QSizeF(size()) * devicePixelRatioF()).toSize(); }

/// In pixels of the screen. A rounded surface fills its whole area: its owner gives it the picture's aspect ratio.
QRect PictureSurface::picture_rect() const {
  return rounding_ > 0 ? QRect(QPoint(), pixels()) : PictureImage::place(*picture_, pixels());
}

void PictureSurface::paintEvent(QPaintEvent*) {
  if (card_) return;
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
  if (!painting_now_) note_painted();  // A window that OpenGL composes puts a repaint() off, if one has just been.
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
  if (covered_) paint_cover(painter, rect(), rounding_);
  const QRect notice = notice_.isEmpty() ? QRect() : notice_place(painter.font(), rect(), notice_);
  const QRect caption = caption_rect();
  // In a small picture the notice needs all the room.
  if (!caption.isEmpty() && !caption.intersects(notice)) painter.drawImage(caption.topLeft(), caption_image_);
  if (!notice_.isEmpty()) paint_notice(painter, rect(), notice_);
}

/// In a corner of the picture, not of the bars beside it.
QRect PictureSurface::caption_rect() {
  if (caption_.isEmpty()) return {};
  if (caption_image_.isNull()) caption_image_ = caption_image(caption_, font(), devicePixelRatioF());
  const QSize size = caption_image_.deviceIndependentSize().toSize();
  const int margin = rounding_ > 0 ? 4 : 10;
  const QPoint corner = picture_ ? (QPointF(picture_rect().topLeft()) / devicePixelRatioF()).toPoint() : QPoint();
  const int x = corner.x() + margin;
  return {{caption_right_ ? width() - size.width() - x : x, corner.y() + margin}, size};
}

void PictureSurface::update_texts(const QRect& area) { (texts_ ? texts_ : this)->update(area); }

void PictureSurface::resizeEvent(QResizeEvent*) {
  stale_ = true;
  if (!card_) return;
  card_->setGeometry(rect());
  texts_->setGeometry(rect());
}

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
  if (card_) return card_->set_mirrored(mirrored);
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
  if (!picture_) update_texts(rect());
}

void PictureSurface::set_caption(const QString& text) {
  if (text == caption_) return;
  const QRect before = caption_rect();
  caption_ = text;
  caption_image_ = {};
  update_texts(before.united(caption_rect()));
}

void PictureSurface::set_caption_on_the_right(bool right) {
  caption_right_ = right;
  update_texts(rect());
}

void PictureSurface::set_notice(const QString& text) {
  if (text == notice_) return;
  notice_ = text;
  update_texts(rect());
}

void PictureSurface::set_covered(bool covered) {
  if (covered == covered_) return;
  covered_ = covered;
  update_texts(rect());
}

void PictureSurface::forget_picture() {
  if (!picture_) return;
  picture_ = nullptr;
  still_.forget();
  waiting_.reset();
  slot_.take();
  if (card_) {
    card_->set_picture(nullptr);
    card_->update();
  }
  Q_EMIT shape_changed();
  update_texts(rect());
}

double PictureSurface::shape() const {
  return picture_ ? static_cast<double>(picture_->height) / picture_->width : 9.0 / 16.0;
}

}  // namespace evenkeel
