#include "gui/call/video_view.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <algorithm>

namespace evenkeel {
namespace {

constexpr int margin = 10;

QPoint place(Corner corner, QSize area, QSize size) {
  const bool right = corner == Corner::top_right || corner == Corner::bottom_right;
  const bool bottom = corner == Corner::bottom_left || corner == Corner::bottom_right;
  return {right ? area.width() - size.width() - margin : margin,
          bottom ? area.height() - size.height() - margin : margin};
}

}  // namespace

VideoView::VideoView(PictureSlot& remote, PictureSlot& own, QWidget* parent)
    : QWidget(parent), remote_(new PictureSurface(remote, this)), own_(new OwnPicture(own, remote_)) {
  remote_->setAccessibleName(tr("Remote picture"));
  connect(own_, &OwnPicture::corner_chosen, this, &VideoView::choose_own_corner);
  connect(own_, &PictureSurface::shape_changed, this, &VideoView::place_own);
}

void VideoView::set_own_corner(Corner corner) {
  own_->set_corner(corner);
  remote_->set_caption_on_the_right(corner == Corner::top_left);  // The caption makes way.
  place_own();
}

void VideoView::choose_own_corner(Corner corner) {
  const bool changed = corner != own_->corner();
  set_own_corner(corner);
  if (changed) Q_EMIT own_corner_changed(corner);
}

void VideoView::set_own_visible(bool visible) {
  if (visible == own_wanted_) return;
  own_wanted_ = visible;
  own_->setVisible(own_wanted_ && own_available_);
  Q_EMIT own_visible_changed(visible);
}

void VideoView::set_own_available(bool available) {
  own_available_ = available;
  own_->setVisible(own_wanted_ && own_available_);
}

void VideoView::set_own_alone(bool alone) {
  if (alone == own_alone_) return;
  own_alone_ = alone;
  place_own();
}

void VideoView::place_own() {
  if (own_alone_) return own_->setGeometry(rect());
  const int width = std::clamp(this->width() * 22 / 100, 112, 320);
  own_->resize(width, static_cast<int>(width * own_->shape()));
  own_->move(place(own_->corner(), size(), own_->size()));
}

void VideoView::resizeEvent(QResizeEvent*) {
  remote_->setGeometry(rect());
  place_own();
}

void VideoView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  QAction* show = menu.addAction(tr("Show my own picture"));
  show->setCheckable(true);
  show->setChecked(own_wanted_);
  show->setEnabled(own_available_);
  connect(show, &QAction::triggered, this, &VideoView::set_own_visible);
  menu.exec(event->globalPos());
}

}  // namespace evenkeel
