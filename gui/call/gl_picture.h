#pragma once

#include <QOpenGLWidget>
#include <memory>

#include "gui/call/picture_shader.h"

namespace evenkeel {

/// A picture drawn by OpenGL, letterboxed: the part of a PictureSurface that a graphics card does. Neither mouse nor
/// keyboard see it.
class GlPicture : public QOpenGLWidget {
  Q_OBJECT
 public:
  explicit GlPicture(QWidget* parent);
  ~GlPicture() override;

  /// Null: none. To be drawn by repaint() or update(), of which either composes the whole window.
  void set_picture(std::shared_ptr<const Picture> picture);
  void set_mirrored(bool mirrored);

 Q_SIGNALS:
  /// The newest picture was given to the screen; once for each.
  void shown();
  /// It cannot draw, and has not: somebody else has to.
  void failed();

 protected:
  void initializeGL() override;
  void paintGL() override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void forget_context();
  bool prepare(const QRect& place);
  void clear();
  void fail();
  void on_swapped();

  PictureShader shader_;
  std::shared_ptr<const Picture> picture_;
  Picture reduced_;
  PictureSize uploaded_;  ///< the size to which it was reduced; none: the textures of this context hold no picture
  bool stale_ = true;     ///< the textures hold an older picture
  bool checked_ = false;  ///< a known picture came out right in this context
  bool failed_ = false;
  bool new_ = false;  ///< drawn, and not yet on the screen
  bool mirrored_ = false;
};

}  // namespace evenkeel
