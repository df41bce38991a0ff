#pragma once

#include "gui/call/picture_surface.h"

namespace evenkeel {

enum class Corner { top_left, top_right, bottom_left, bottom_right };

/// The next corner in the direction of an arrow key; the same one at the edge.
Corner moved(Corner corner, int key);

/// The own picture over the remote one: moved by the mouse, or by the arrow keys while it has the focus. It emits the
/// chosen corner; its parent moves it there.
class OwnPicture : public PictureSurface {
  Q_OBJECT
 public:
  OwnPicture(PictureSlot& slot, QWidget* parent);

  Corner corner() const { return corner_; }
  void set_corner(Corner corner) { corner_ = corner; }

 Q_SIGNALS:
  /// Also emitted for the corner it was in: the picture must then be moved back.
  void corner_chosen(evenkeel::Corner corner);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  Corner nearest_corner() const;

  Corner corner_ = Corner::bottom_right;
  QPoint grip_;  ///< where the mouse grabbed it
  bool dragged_ = false;
};

}  // namespace evenkeel
