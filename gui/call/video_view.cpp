#include "gui/call/video_view.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <algorithm>
#include <utility>

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
  connect(remote_, &PictureSurface::card_failed, this, &VideoView::on_card_failed);
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

void VideoView::choose_surface(SurfaceChoice choice) {
  if (std::exchange(surface_, choice) == choice) return;
  const bool card = choice != SurfaceChoice::software && draws_by_card(choice, graphics_card());
  remote_->draw_by_card(card);
  if (card || choice != SurfaceChoice::gpu) return;
  Q_EMIT said(tr("Nothing draws with OpenGL here, so that the picture is drawn in software."));
}

QString VideoView::drawn_by() const {
  if (!remote_->drawn_by_card()) return tr("software");
  const GraphicsCard& card = graphics_card();
  return (card.software ? tr("OpenGL without a graphics card (%1)") : tr("graphics card (%1)")).arg(card.renderer);
}

void VideoView::on_card_failed() {
  const QString renderer = graphics_card().renderer;
  give_up_graphics_card();
  Q_EMIT said(tr("OpenGL (%1) failed to draw the picture. It is drawn in software now, and until Evenkeel is closed.")
                  .arg(renderer));
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
