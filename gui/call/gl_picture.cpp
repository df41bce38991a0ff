#include "gui/call/gl_picture.h"

#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QWindow>
#include <utility>

#include "gui/call/picture_painting.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

/// OpenGL counts rows from below.
QRect from_below(const QRect& place, QSize area) {
  return {place.x(), area.height() - place.y() - place.height(), place.width(), place.height()};
}

}  // namespace

GlPicture::GlPicture(QWidget* parent) : QOpenGLWidget(parent) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  QSurfaceFormat unhurried = format();
  unhurried.setSwapInterval(0);  // of a window that is there already; see graphics_card()
  setFormat(unhurried);
  connect(this, &QOpenGLWidget::frameSwapped, this, &GlPicture::on_swapped);
}

GlPicture::~GlPicture() {
  if (context() == nullptr) return;
  disconnect(context(), nullptr, this, nullptr);
  forget_context();
}

void GlPicture::set_picture(std::shared_ptr<const Picture> picture) {
  picture_ = std::move(picture);
  stale_ = true;
}

void GlPicture::set_mirrored(bool mirrored) {
  mirrored_ = mirrored;
  update();
}

/// Also after it went to another window, which has another context.
void GlPicture::initializeGL() {
  connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, &GlPicture::forget_context);
  checked_ = false;
  uploaded_ = {};
  if (!shader_.make()) fail();
}

void GlPicture::forget_context() {
  makeCurrent();
  shader_.release();
  doneCurrent();
}

void GlPicture::paintGL() {
  clear();
  if (failed_ || !picture_) return;
  const QSize area = (QSizeF(size()) * devicePixelRatioF()).toSize();
  const QRect place = from_below(PictureImage::place(*picture_, area), area);
  if (!prepare(place)) return fail();
  shader_.draw(place, mirrored_);
}

void GlPicture::clear() {
  const QColor background = dark_theme().plot_background;
  QOpenGLFunctions* gl = context()->functions();
  gl->glClearColor(background.redF(), background.greenF(), background.blueF(), 1);
  gl->glClear(GL_COLOR_BUFFER_BIT);
}

/// The textures hold the picture after it. False: OpenGL does not do what it is told.
bool GlPicture::prepare(const QRect& place) {
  if (!checked_ && !shader_.check(place)) return false;
  checked_ = true;
  const PictureSize size = PictureImage::reduced_size(*picture_, place.size());
  if (!stale_ && size == uploaded_) return true;
  if (!shader_.upload(PictureImage::reduced(*picture_, place.size(), reduced_))) return false;
  uploaded_ = size;
  new_ = std::exchange(stale_, false) || new_;
  return true;
}

void GlPicture::paintEvent(QPaintEvent* event) {
  // Without a context nothing would come, and nothing would tell.
  if (!isValid() && isVisible() && window()->windowHandle() != nullptr) return fail();
  QOpenGLWidget::paintEvent(event);
}

void GlPicture::fail() {
  if (failed_) return;
  failed_ = true;
  if (isValid()) clear();
  Q_EMIT failed();
}

void GlPicture::on_swapped() {
  if (std::exchange(new_, false)) Q_EMIT shown();
}

}  // namespace evenkeel
