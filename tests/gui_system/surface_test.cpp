#include <QApplication>
#include <QPainter>
#include <QScreen>
#include <QTest>
#include <QVBoxLayout>
#include <catch2/catch.hpp>
#include <random>

#include "gui/call/gl_picture.h"
#include "gui/call/video_view.h"
#include "gui/theme/theme.h"
#include "tests/gui/call_pictures.h"
#include "tests/gui_system/call_fixture.h"
#include "tests/gui_system/look.h"

// With OpenGL, on a display: `surface` in this folder starts one.
using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Shared = std::shared_ptr<const Picture>;

/// Noise in the luminance, and colours that change slowly: where neighbours in colour differ a lot, OpenGL blends them
/// and libyuv does not.
Shared noise(int width, int height) {
  auto picture = std::make_shared<Picture>();
  picture->resize(width, height);
  std::mt19937 random(7);
  for (auto& y : picture->y()) y = static_cast<std::uint8_t>(60 + random() % 120);
  for (int row = 0; row < picture->chroma_height(); ++row) {
    for (int column = 0; column < picture->chroma_width(); ++column) {
      const auto at = static_cast<std::size_t>(row * picture->chroma_width() + column);
      picture->u()[at] = static_cast<std::uint8_t>(90 + 80 * column / picture->chroma_width());
      picture->v()[at] = static_cast<std::uint8_t>(90 + 80 * row / picture->chroma_height());
    }
  }
  return picture;
}

/// White, yellow, cyan, green, magenta, red, blue, black, by BT.601.
Shared bars(int width, int height) {
  static constexpr std::array<std::array<int, 3>, 8> colors{{{235, 128, 128},
                                                             {210, 16, 146},
                                                             {170, 166, 16},
                                                             {145, 54, 34},
                                                             {106, 202, 222},
                                                             {81, 90, 240},
                                                             {41, 240, 110},
                                                             {16, 128, 128}}};
  auto picture = std::make_shared<Picture>();
  picture->resize(width, height);
  const auto fill = [](std::span<std::uint8_t> plane, int columns, int index) {
    for (std::size_t i = 0; i < plane.size(); ++i) {
      const auto bar = i % static_cast<std::size_t>(columns) * colors.size() / static_cast<std::size_t>(columns);
      plane[i] = static_cast<std::uint8_t>(colors[bar][static_cast<std::size_t>(index)]);
    }
  };
  fill(picture->y(), width, 0);
  fill(picture->u(), picture->chroma_width(), 1);
  fill(picture->v(), picture->chroma_width(), 2);
  return picture;
}

/// As the software draws it.
QImage in_software(const Picture& picture, QSize area, bool mirrored = false) {
  QImage all(area, QImage::Format_RGB32);
  all.fill(dark_theme().plot_background);
  const QRect place = PictureImage::place(picture, area);
  PictureImage image;
  image.convert(picture, place.size(), mirrored);
  QPainter(&all).drawImage(place.topLeft(), image.image());
  return all;
}

struct Difference {
  int most = 0;
  double mean = 0;
};

Difference difference(const QImage& a, const QImage& b, const QRect& part) {
  Difference found;
  for (int y = part.top(); y <= part.bottom(); ++y) {
    for (int x = part.left(); x <= part.right(); ++x) {
      const QColor one = a.pixelColor(x, y), other = b.pixelColor(x, y);
      for (const int d : {one.red() - other.red(), one.green() - other.green(), one.blue() - other.blue()}) {
        found.most = std::max(found.most, std::abs(d));
        found.mean += std::abs(d);
      }
    }
  }
  found.mean /= 3.0 * part.width() * part.height();
  return found;
}

Difference difference(const QImage& a, const QImage& b) {
  REQUIRE(a.size() == b.size());
  return difference(a, b, a.rect());
}

/// What the display shows of the window.
QImage on_screen(QWidget& window) {
  return window.screen()->grabWindow(window.winId()).toImage().convertToFormat(QImage::Format_RGB32);
}

struct Fixture {
  PictureSlot remote, own;
  VideoView view{remote, own};
  QStringList said;

  explicit Fixture(QSize size = {640, 360}) {
    QObject::connect(&view, &VideoView::said, [this](const QString& sentence) { said << sentence; });
    view.choose_surface(SurfaceChoice::gpu);
    view.set_own_visible(false);
    view.resize(size);
    view.show();
    REQUIRE(QTest::qWaitForWindowExposed(&view));
    QApplication::processEvents();
  }
  GlPicture* card() { return view.findChild<GlPicture*>(); }
  void put(const Shared& picture) {
    const auto before = view.latency().painted();
    remote.put(picture);
    REQUIRE(QTest::qWaitFor([&] { return view.latency().painted() > before; }));
  }
  QImage drawn() { return card()->grabFramebuffer().convertToFormat(QImage::Format_RGB32); }
};

}  // namespace

TEST_CASE("OpenGL is there", "[.][gl-there]") { REQUIRE_FALSE(graphics_card().renderer.isEmpty()); }

TEST_CASE("a picture of the size of the window is what the software draws, pixel by pixel", "[.][gl]") {
  const QSize size = GENERATE(QSize(640, 360), QSize(641, 361), QSize(643, 360));
  CAPTURE(size.width(), size.height());
  Fixture f(size);
  REQUIRE(f.card());
  const Shared picture = noise(size.width(), size.height());
  f.put(picture);
  CHECK(difference(f.drawn(), in_software(*picture, size)).most <= 3);
  CHECK(difference(on_screen(f.view), in_software(*picture, size)).most <= 3);
  f.view.remote().set_mirrored(true);
  CHECK(difference(f.drawn(), in_software(*picture, size, true)).most <= 3);
}

TEST_CASE("a core profile and OpenGL ES do as well", "[.][gl]") {
  struct Row {
    QSurfaceFormat::RenderableType type;
    QSurfaceFormat::OpenGLContextProfile profile;
    int major, minor;
  };
  const auto row = GENERATE(values<Row>({
      {QSurfaceFormat::OpenGL, QSurfaceFormat::CoreProfile, 3, 3},
      {QSurfaceFormat::OpenGLES, QSurfaceFormat::NoProfile, 2, 0},
  }));
  CAPTURE(row.type, row.profile);
  const QSurfaceFormat before = QSurfaceFormat::defaultFormat();
  QSurfaceFormat format = before;
  format.setRenderableType(row.type);
  format.setProfile(row.profile);
  format.setVersion(row.major, row.minor);
  QSurfaceFormat::setDefaultFormat(format);
  {
    Fixture f({641, 361});
    const Shared picture = noise(641, 361);
    f.put(picture);
    REQUIRE(f.card());
    CHECK(f.card()->format().renderableType() == row.type);
    CHECK(f.card()->format().profile() == row.profile);
    CHECK(difference(on_screen(f.view), in_software(*picture, {641, 361})).most <= 3);
  }
  QSurfaceFormat::setDefaultFormat(before);
}

TEST_CASE("colours are those of BT.601", "[.][gl]") {
  Fixture f;
  const Shared picture = bars(640, 360);
  f.put(picture);
  const QImage drawn = f.drawn();
  const QImage wanted = in_software(*picture, {640, 360});
  for (int bar = 0; bar < 8; ++bar) {
    CAPTURE(bar);
    CHECK(difference(drawn, wanted, {bar * 80 + 2, 0, 76, 360}).most <= 3);
  }
}

TEST_CASE("a picture of another size than the window's fits in, larger and smaller, with bars of the background",
          "[.][gl]") {
  Fixture f({640, 480});
  for (const QSize size : {QSize(320, 180), QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160), QSize(333, 777)}) {
    CAPTURE(size.width(), size.height());
    const Shared picture = bars(size.width(), size.height());
    f.put(picture);
    CHECK(difference(f.drawn(), in_software(*picture, {640, 480})).mean < 1.5);
    CHECK(difference(on_screen(f.view), in_software(*picture, {640, 480})).mean < 1.5);
  }
  f.view.resize(400, 300);
  f.put(bars(1280, 720));
  CHECK(difference(f.drawn(), in_software(*bars(1280, 720), {400, 300})).mean < 2.5);
}

TEST_CASE("fine lines in a large picture become grey in a small window, and do not flicker", "[.][gl]") {
  auto lines = std::make_shared<Picture>(*grey_picture(1920, 1080, 16));
  for (std::size_t i = 0; i < lines->y().size(); i += 2) lines->y()[i] = 235;
  Fixture f({480, 270});
  f.put(lines);
  const QImage drawn = f.drawn();
  for (int x = 0; x < drawn.width(); ++x) CHECK(std::abs(drawn.pixelColor(x, 100).green() - 128) < 6);
}

TEST_CASE("the smallest pictures and the thinnest", "[.][gl]") {
  Fixture f;
  for (const QSize size : {QSize(1, 1), QSize(3, 999), QSize(1919, 3)}) {
    CAPTURE(size.width(), size.height());
    f.put(grey_picture(size.width(), size.height(), 235));
    CHECK(difference(f.drawn(), in_software(*grey_picture(size.width(), size.height(), 235), {640, 360})).most <= 3);
  }
  CHECK(f.said.isEmpty());
}

TEST_CASE("the picture goes on in another window, on the full screen and back", "[.][gl]") {
  Fixture f;
  const Shared picture = noise(640, 360);
  f.put(picture);
  for (int time = 0; time < 2; ++time) {
    auto other = std::make_unique<QWidget>();
    other->resize(800, 450);
    f.view.setParent(other.get());
    f.view.setGeometry(0, 0, 640, 360);
    other->show();
    f.view.show();
    REQUIRE(QTest::qWaitForWindowExposed(other.get()));
    f.put(picture);
    const QImage shown = on_screen(*other).copy(0, 0, 640, 360);
    CHECK(difference(shown, in_software(*picture, {640, 360})).most <= 3);
    f.view.setParent(nullptr);
    other.reset();
    f.view.show();
    REQUIRE(QTest::qWaitForWindowExposed(&f.view));
    f.put(picture);
    CHECK(difference(on_screen(f.view), in_software(*picture, {640, 360})).most <= 3);
  }
  const Shared enlarged = bars(640, 360);  // OpenGL and libyuv enlarge noise in different ways
  f.view.showFullScreen();
  const QSize screen = f.view.screen()->size();
  f.view.setGeometry(f.view.screen()->geometry());  // There is no window manager to do it.
  REQUIRE(QTest::qWaitFor([&] { return f.view.size() == screen; }));
  f.put(enlarged);
  CHECK(difference(on_screen(f.view), in_software(*enlarged, screen)).mean < 3);
  f.view.hide();
  f.view.showNormal();
  REQUIRE(QTest::qWaitForWindowExposed(&f.view));
  f.put(enlarged);
  CHECK(difference(on_screen(f.view), in_software(*enlarged, f.view.size())).mean < 3);
  CHECK(f.said.isEmpty());
}

TEST_CASE("caption, notice, placeholder and the own picture lie over it as in software", "[.][gl]") {
  const auto look = [](SurfaceChoice choice) {
    Fixture f;
    f.view.choose_surface(choice);
    f.view.set_own_visible(true);
    f.view.set_placeholder("Waiting for the first picture");
    QApplication::processEvents();
    QList<QImage> seen{on_screen(f.view)};
    f.own.put(grey_picture(320, 180, 180));
    f.put(noise(640, 360));
    f.view.remote().set_caption("1280x720, 30 fps");
    f.view.remote().set_notice("No packets for 3 s");
    QApplication::processEvents();
    seen << on_screen(f.view);
    f.view.remote().set_caption("640x360");
    f.view.remote().set_notice({});
    QApplication::processEvents();
    seen << on_screen(f.view) << f.view.grab().toImage().convertToFormat(QImage::Format_RGB32);
    f.view.remote().forget_picture();
    QApplication::processEvents();
    return seen << on_screen(f.view);
  };
  const QList<QImage> card = look(SurfaceChoice::gpu);
  const QList<QImage> software = look(SurfaceChoice::software);
  for (int i = 0; i < card.size(); ++i) {
    CAPTURE(i);
    CHECK(difference(card[i], software[i]).most <= 4);
  }
}

TEST_CASE("the surface changes under a call that runs", "[.][gl]") {
  Fixture f;
  const Shared picture = noise(640, 360);
  for (const SurfaceChoice choice :
       {SurfaceChoice::software, SurfaceChoice::gpu, SurfaceChoice::software, SurfaceChoice::gpu}) {
    f.view.choose_surface(choice);
    CHECK(f.view.remote().drawn_by_card() == (choice == SurfaceChoice::gpu));
    REQUIRE(QTest::qWaitForWindowExposed(&f.view));
    f.put(picture);
    CHECK(difference(on_screen(f.view), in_software(*picture, {640, 360})).most <= 3);
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
}

TEST_CASE("the mouse and the menu reach what lies under and over the picture", "[.][gl]") {
  Fixture f;
  CHECK(f.view.remote().childAt(10, 10) == nullptr);
  f.view.set_own_visible(true);
  CHECK(f.view.remote().childAt(f.view.own().geometry().center()) == &f.view.own());
}

TEST_CASE("a demo is drawn by OpenGL: full screen and stats in mid-call, and what draws is reported", "[.][gl]") {
  const QTemporaryDir folder;
  CallOptions options = recorded(folder);
  options.surface = "gpu";
  CallFixture f(options);
  f.start_demo();
  VideoView& video = f.window->call_view().video();
  f.window->resize(f.window->minimumSizeHint().expandedTo({800, 500}));  // The processor stands in for a card.
  const auto moves = [&] {
    const auto before = video.latency().painted();
    return f.within(10s, [&] { return video.latency().painted() > before + 5; });
  };
  REQUIRE(moves());
  CHECK(video.findChild<GlPicture*>());
  CHECK(f.within(2s, [&] {
    return f.window->details().text().contains("Picture drawn by: OpenGL without a graphics card (llvmpipe");
  }));
  keep_look(*f.window, *f.window, "surface-gpu");
  f.window->docks().want_lab(false);
  f.window->docks().want_stats(true);
  CHECK(moves());
  for (int time = 0; time < 2; ++time) {
    f.window->call_view().toggle_full_screen();
    CHECK(moves());
  }
  f.window->docks().want_stats(false);
  CHECK(moves());
  f.hang_up();
  CHECK_FALSE(video.remote().has_picture());
}

TEST_CASE("where OpenGL fails the software draws, and that is said once", "[.][gl-fails]") {
  Fixture f;
  f.put(noise(640, 360));
  // More columns than textures have.
  f.remote.put(grey_picture(70000, 2, 235));
  REQUIRE(QTest::qWaitFor([&] { return f.card() == nullptr || !f.view.remote().drawn_by_card(); }));
  CHECK(f.view.drawn_by() == "software");
  REQUIRE(f.said.size() == 1);
  CHECK(f.said.first().startsWith("OpenGL (llvmpipe"));
  CHECK(f.said.first().contains("It is drawn in software now"));
  const Shared picture = noise(640, 360);
  f.put(picture);
  // A window that OpenGL composed shows what was painted a moment later.
  CHECK(QTest::qWaitFor([&] { return difference(on_screen(f.view), in_software(*picture, {640, 360})).most <= 3; }));
  // Nor is it tried again.
  f.view.choose_surface(SurfaceChoice::automatic);
  f.view.choose_surface(SurfaceChoice::gpu);
  CHECK_FALSE(f.view.remote().drawn_by_card());
}
