#include "gui/call/graphics_card.h"

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QStringList>
#include <algorithm>

namespace evenkeel {
namespace {

/// A machine without OpenGL is no fault that a user should read warnings of.
class QuietQt {
 public:
  QuietQt() : before_(qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {})) {}
  ~QuietQt() { qInstallMessageHandler(before_); }
  QuietQt(const QuietQt&) = delete;
  QuietQt& operator=(const QuietQt&) = delete;

 private:
  QtMessageHandler before_;
};

/// Those without a screen of their own would find the card of the X server, but cannot compose with it.
bool composes_with_opengl(const QString& platform) {
  static const QStringList without{"offscreen", "minimal", "minimalegl", "linuxfb", "vnc"};
  return !without.contains(platform);
}

GraphicsCard ask() {
  const QuietQt quiet;
  QOpenGLContext context;
  if (!context.create()) return {};
  QOffscreenSurface surface;
  surface.setFormat(context.format());
  surface.create();
  if (!surface.isValid() || !context.makeCurrent(&surface)) return {};
  const GLubyte* const name = context.functions()->glGetString(GL_RENDERER);
  GraphicsCard card;
  if (name != nullptr && context.format().majorVersion() >= 2)
    card.renderer = QString::fromUtf8(reinterpret_cast<const char*>(name)).simplified();
  card.software = is_software_renderer(card.renderer);
  context.doneCurrent();
  return card;
}

/// Otherwise showing a picture would wait for the screen, and the call's events with it. Holds for windows that are
/// made from now on.
void wait_for_no_screen() {
  QSurfaceFormat format = QSurfaceFormat::defaultFormat();
  format.setSwapInterval(0);
  QSurfaceFormat::setDefaultFormat(format);
}

GraphicsCard& known_card() {
  static GraphicsCard card = [] {
    GraphicsCard asked = composes_with_opengl(QGuiApplication::platformName()) ? ask() : GraphicsCard();
    if (!asked.renderer.isEmpty()) wait_for_no_screen();
    return asked;
  }();
  return card;
}

}  // namespace

bool is_software_renderer(const QString& renderer) {
  // Of Mesa (swr is swrast as well), of Chromium and ANGLE, of Windows ("GDI Generic", "Microsoft Basic Render
  // Driver"), and of whoever says it ("Software Rasterizer", "Apple Software Renderer").
  static const QStringList names{"llvmpipe", "softpipe", "lavapipe", "swr", "swiftshader", "gdi", "basic", "software"};
  return std::ranges::any_of(names, [&](const QString& name) { return renderer.contains(name, Qt::CaseInsensitive); });
}

const GraphicsCard& graphics_card() { return known_card(); }

void give_up_graphics_card() { known_card() = {}; }

SurfaceChoice surface_choice(std::string_view text) {
  if (text == "gpu") return SurfaceChoice::gpu;
  return text == "software" ? SurfaceChoice::software : SurfaceChoice::automatic;
}

bool draws_by_card(SurfaceChoice choice, const GraphicsCard& card) {
  if (choice == SurfaceChoice::software || card.renderer.isEmpty()) return false;
  return choice == SurfaceChoice::gpu || !card.software;
}

}  // namespace evenkeel
