#pragma once

#include <QWidget>

#include "gui/call/graphics_card.h"
#include "gui/call/own_picture.h"

namespace evenkeel {

/// The remote picture, with the own picture small in a corner.
class VideoView : public QWidget {
  Q_OBJECT
 public:
  VideoView(PictureSlot& remote, PictureSlot& own, QWidget* parent = nullptr);

  Corner own_corner() const { return own_->corner(); }
  void set_own_corner(Corner corner);
  /// The user's choice; see also set_own_available().
  bool own_visible() const { return own_wanted_; }
  void set_own_visible(bool visible);
  /// False if nothing is sent: then there is no own picture, whatever the user chose.
  void set_own_available(bool available);
  /// Over the whole area: nothing is received.
  void set_own_alone(bool alone);
  /// Mirrors the own picture, as people expect of a camera; not for pictures with text.
  void set_mirror_own(bool mirror) { own_->set_mirrored(mirror); }

  /// What draws the remote picture from now on. The first time but for `software` asks for the graphics card, if there
  /// is one. May emit said().
  void choose_surface(SurfaceChoice choice);
  /// "graphics card (Mesa Intel(R) UHD Graphics 620)", "software"
  QString drawn_by() const;

  void set_placeholder(const QString& words) { remote_->set_placeholder(words); }
  PictureSurface& remote() { return *remote_; }
  OwnPicture& own() { return *own_; }
  /// Of the remote picture.
  const PaintLatency& latency() const { return remote_->latency(); }

  QSize sizeHint() const override { return {640, 360}; }
  QSize minimumSizeHint() const override { return {240, 135}; }

 Q_SIGNALS:
  void own_corner_changed(evenkeel::Corner corner);
  void own_visible_changed(bool visible);
  /// What draws the picture is not what was asked for.
  void said(const QString& sentence);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void place_own();
  void choose_own_corner(Corner corner);
  void on_card_failed();

  PictureSurface* remote_;
  OwnPicture* own_;
  bool own_wanted_ = true;
  bool own_available_ = true;
  bool own_alone_ = false;
  SurfaceChoice surface_ = SurfaceChoice::software;
};

}  // namespace evenkeel
