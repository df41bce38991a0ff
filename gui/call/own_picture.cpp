#include "gui/call/own_picture.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "gui/theme/accessible_role.h"

namespace evenkeel {
namespace {

constexpr int radius = 8;

Corner corner_of(bool right, bool bottom) {
  if (bottom) return right ? Corner::bottom_right : Corner::bottom_left;
  return right ? Corner::top_right : Corner::top_left;
}

}  // namespace

Corner moved(Corner corner, int key) {
  bool right = corner == Corner::top_right || corner == Corner::bottom_right;
  bool bottom = corner == Corner::bottom_left || corner == Corner::bottom_right;
  if (key == Qt::Key_Left || key == Qt::Key_Right) right = key == Qt::Key_Right;
  if (key == Qt::Key_Up || key == Qt::Key_Down) bottom = key == Qt::Key_Down;
  return corner_of(right, bottom);
}

OwnPicture::OwnPicture(PictureSlot& slot, QWidget* parent) : PictureSurface(slot, parent) {
  set_rounding(radius);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::OpenHandCursor);
  set_accessible_role(*this, QAccessible::Graphic);
  setAccessibleName(tr("Own picture"));
  setAccessibleDescription(tr("The arrow keys move it to another corner."));
  setToolTip(tr("Your own picture. Drag it to another corner, or move it with the arrow keys."));
  set_placeholder(tr("No picture yet"));
}

void OwnPicture::paintEvent(QPaintEvent* event) {
  PictureSurface::paintEvent(event);
  if (!hasFocus()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(palette().color(QPalette::Highlight), 3));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), radius, radius);
}

void OwnPicture::keyPressEvent(QKeyEvent* event) {
  const bool arrow = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right || event->key() == Qt::Key_Up ||
                     event->key() == Qt::Key_Down;
  if (!arrow) return PictureSurface::keyPressEvent(event);
  Q_EMIT corner_chosen(moved(corner_, event->key()));
}

void OwnPicture::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return PictureSurface::mousePressEvent(event);
  grip_ = event->position().toPoint();
  dragged_ = true;
  setCursor(Qt::ClosedHandCursor);
}

void OwnPicture::mouseMoveEvent(QMouseEvent* event) {
  if (!dragged_) return;
  const QPoint wanted = mapToParent(event->position().toPoint()) - grip_;
  const QSize room = parentWidget()->size() - size();
  move(std::clamp(wanted.x(), 0, std::max(room.width(), 0)), std::clamp(wanted.y(), 0, std::max(room.height(), 0)));
}

void OwnPicture::mouseReleaseEvent(QMouseEvent* event) {
  if (!dragged_ || event->button() != Qt::LeftButton) return;
  dragged_ = false;
  setCursor(Qt::OpenHandCursor);
  Q_EMIT corner_chosen(nearest_corner());
}

Corner OwnPicture::nearest_corner() const {
  const QPoint center = geometry().center();
  return corner_of(center.x() * 2 > parentWidget()->width(), center.y() * 2 > parentWidget()->height());
}

void OwnPicture::focusInEvent(QFocusEvent*) { update(); }
void OwnPicture::focusOutEvent(QFocusEvent*) { update(); }

}  // namespace evenkeel
