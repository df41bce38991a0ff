#include "gui/call/picture_shader.h"

#include <QColor>
#include <QVector2D>
#include <algorithm>
#include <cmath>

#include "gui/call/picture_painting.h"

namespace evenkeel {
namespace {

// The words of GLSL 1.10 and GLSL ES 1.00, which all contexts know but those of a core profile.
constexpr const char* old_words = R"(#define COLOR gl_FragColor
)";
constexpr const char* core_vertex_words = R"(#version 150
#define attribute in
#define varying out
)";
constexpr const char* core_fragment_words = R"(#version 150
#define varying in
#define texture2D texture
#define COLOR rgb
out vec4 rgb;
)";

constexpr const char* vertex_source = R"(
attribute highp vec2 corner;
uniform highp float mirrored;
uniform highp vec2 chroma_part;
varying highp vec2 luma_place;
varying highp vec2 chroma_place;
void main() {
  luma_place = vec2(mix(corner.x, 1.0 - corner.x, mirrored), 1.0 - corner.y);
  chroma_place = luma_place * chroma_part;
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
)";

// BT.601, studio levels, by the factors of libyuv's I420ToARGB.
constexpr const char* fragment_source = R"(
varying highp vec2 luma_place;
varying highp vec2 chroma_place;
uniform mediump sampler2D plane_y;
uniform mediump sampler2D plane_u;
uniform mediump sampler2D plane_v;
void main() {
  highp float y = 1.164 * (texture2D(plane_y, luma_place).r - 16.0 / 255.0);
  highp float u = texture2D(plane_u, chroma_place).r - 128.0 / 255.0;
  highp float v = texture2D(plane_v, chroma_place).r - 128.0 / 255.0;
  COLOR = vec4(y + 1.596 * v, y - 0.391 * u - 0.813 * v, y + 2.018 * u, 1.0);
}
)";

constexpr int corner_attribute = 0;
constexpr int tolerance = 24;  // of check(): other colours are further away, and dithering is not

bool has_core_profile() { return QOpenGLContext::currentContext()->format().profile() == QSurfaceFormat::CoreProfile; }

/// Of a texture with one channel: the newer name, which ES 2 and OpenGL 2 do not know.
bool has_red() {
  const QOpenGLContext* context = QOpenGLContext::currentContext();
  return !context->isOpenGLES() && context->format().majorVersion() >= 3;
}

Picture reddish() {
  Picture picture;
  picture.resize(4, 4);
  std::ranges::fill(picture.y(), std::uint8_t{120});
  std::ranges::fill(picture.u(), std::uint8_t{90});
  std::ranges::fill(picture.v(), std::uint8_t{200});
  return picture;
}

}  // namespace

bool PictureShader::make() {
  initializeOpenGLFunctions();
  if (!compile()) return false;
  make_corners();
  make_textures();
  return corners_.isCreated() && std::ranges::none_of(textures_, [](GLuint texture) { return texture == 0; });
}

bool PictureShader::compile() {
  const bool core = has_core_profile();
  program_ = std::make_unique<QOpenGLShaderProgram>();
  program_->addShaderFromSourceCode(QOpenGLShader::Vertex, QByteArray(core ? core_vertex_words : "") + vertex_source);
  program_->addShaderFromSourceCode(QOpenGLShader::Fragment,
                                    QByteArray(core ? core_fragment_words : old_words) + fragment_source);
  program_->bindAttributeLocation("corner", corner_attribute);
  if (!program_->link()) return false;
  program_->bind();
  for (int plane = 0; const char* name : {"plane_y", "plane_u", "plane_v"}) program_->setUniformValue(name, plane++);
  program_->release();
  return true;
}

void PictureShader::make_corners() {
  static constexpr std::array<GLfloat, 8> strip{0, 0, 1, 0, 0, 1, 1, 1};
  arrays_.create();
  const QOpenGLVertexArrayObject::Binder bound(&arrays_);
  corners_.create();
  corners_.bind();
  corners_.allocate(strip.data(), sizeof strip);
  corners_.release();
}

void PictureShader::make_textures() {
  glGenTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
  for (const GLuint texture : textures_) {
    glBindTexture(GL_TEXTURE_2D, texture);
    for (const GLenum filter : {GLenum{GL_TEXTURE_MIN_FILTER}, GLenum{GL_TEXTURE_MAG_FILTER}})
      glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
    for (const GLenum wrap : {GLenum{GL_TEXTURE_WRAP_S}, GLenum{GL_TEXTURE_WRAP_T}})
      glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  }
  glBindTexture(GL_TEXTURE_2D, 0);
  size_ = {};
}

void PictureShader::release() {
  if (!program_) return;
  glDeleteTextures(static_cast<GLsizei>(textures_.size()), textures_.data());
  textures_ = {};
  corners_.destroy();
  arrays_.destroy();
  program_.reset();
}

bool PictureShader::upload(const Picture& picture) {
  const PictureSize size{picture.width, picture.height};
  const bool anew = !(size == size_);
  const QSize chroma(picture.chroma_width(), picture.chroma_height());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);  // Rows of the planes are not padded.
  upload_plane(0, picture.y(), {size.width, size.height}, anew);
  upload_plane(1, picture.u(), chroma, anew);
  upload_plane(2, picture.v(), chroma, anew);
  glBindTexture(GL_TEXTURE_2D, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  size_ = size;
  // To ask may wait for the card: only where it may have refused the memory.
  return !anew || glGetError() == GL_NO_ERROR;
}

void PictureShader::upload_plane(int plane, std::span<const std::uint8_t> pixels, QSize size, bool anew) {
  const GLenum format = has_red() ? GL_RED : GL_LUMINANCE;
  glBindTexture(GL_TEXTURE_2D, textures_[static_cast<std::size_t>(plane)]);
  if (anew) {
    const GLint kept_as = has_red() ? GL_R8 : GL_LUMINANCE;
    glTexImage2D(GL_TEXTURE_2D, 0, kept_as, size.width(), size.height(), 0, format, GL_UNSIGNED_BYTE, pixels.data());
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size.width(), size.height(), format, GL_UNSIGNED_BYTE, pixels.data());
  }
}

void PictureShader::draw(const QRect& place, bool mirrored) {
  // The last column of colour of an odd width is of one column of the picture, not of two; so with rows.
  const QVector2D chroma_part(static_cast<float>(size_.width) / static_cast<float>((size_.width + 1) / 2 * 2),
                              static_cast<float>(size_.height) / static_cast<float>((size_.height + 1) / 2 * 2));
  glDisable(GL_BLEND);
  glDisable(GL_DEPTH_TEST);
  glViewport(place.x(), place.y(), place.width(), place.height());
  for (GLenum plane = 0; plane < textures_.size(); ++plane) {
    glActiveTexture(GL_TEXTURE0 + plane);
    glBindTexture(GL_TEXTURE_2D, textures_[plane]);
  }
  const QOpenGLVertexArrayObject::Binder bound(&arrays_);
  program_->bind();
  program_->setUniformValue("mirrored", mirrored ? 1.0F : 0.0F);
  program_->setUniformValue("chroma_part", chroma_part);
  corners_.bind();
  program_->enableAttributeArray(corner_attribute);
  program_->setAttributeBuffer(corner_attribute, GL_FLOAT, 0, 2);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  program_->disableAttributeArray(corner_attribute);
  corners_.release();
  program_->release();
  glActiveTexture(GL_TEXTURE0);
}

bool PictureShader::check(const QRect& place) {
  for (int old = 0; old < 16 && glGetError() != GL_NO_ERROR; ++old) {
  }
  const Picture known = reddish();
  if (!upload(known)) return false;
  draw(place, false);
  std::array<GLubyte, 4> seen{};
  glReadPixels(place.center().x(), place.center().y(), 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, seen.data());
  PictureImage image;
  image.convert(known, {1, 1}, false);
  const QColor wanted = image.image().pixelColor(0, 0);
  return glGetError() == GL_NO_ERROR && std::abs(seen[0] - wanted.red()) < tolerance &&
         std::abs(seen[1] - wanted.green()) < tolerance && std::abs(seen[2] - wanted.blue()) < tolerance;
}

}  // namespace evenkeel
