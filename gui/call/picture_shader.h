#pragma once

#include <QOpenGLBuffer>
#include <QOpenGLFunctions>
#include <QOpenGLShaderProgram>
#include <QOpenGLVertexArrayObject>
#include <QRect>
#include <array>
#include <memory>

#include "core/frames/picture.h"

namespace evenkeel {

/// Draws pictures by OpenGL 2.1, OpenGL ES 2 or later: a texture for each plane, and a shader that makes RGB of them,
/// as PictureImage does. Its context has to be current in all calls.
class PictureShader : private QOpenGLFunctions {
 public:
  /// Makes what it needs in the context that is current. False: that cannot be had.
  bool make();
  /// Gives all back; does nothing where nothing was made.
  void release();
  /// Whether a picture that is known comes out in the right colour; draws over `place`.
  bool check(const QRect& place);

  /// The textures stay while the size does. False: OpenGL refused them.
  bool upload(const Picture& picture);
  /// What was uploaded last, into a rectangle of the framebuffer, measured from its lower left corner.
  void draw(const QRect& place, bool mirrored);

 private:
  bool compile();
  void make_corners();
  void make_textures();
  void upload_plane(int plane, std::span<const std::uint8_t> pixels, QSize size, bool anew);

  std::unique_ptr<QOpenGLShaderProgram> program_;
  QOpenGLBuffer corners_{QOpenGLBuffer::VertexBuffer};
  QOpenGLVertexArrayObject arrays_;  ///< which a core profile asks for
  std::array<GLuint, 3> textures_{};
  PictureSize size_;  ///< of the textures
};

}  // namespace evenkeel
