#include <QApplication>
#include <QImage>
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "gui/call/video_view.h"
#include "tests/gui/call_pictures.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct Fixture {
  PictureSlot remote;
  PictureSlot own;
  VideoView view{remote, own};

  Fixture() {
    view.resize(640, 480);
    view.show();
    QApplication::processEvents();
  }
  QColor at(int x, int y) { return view.grab().toImage().pixelColor(x, y); }
};

bool is_white(const QColor& color) { return color.red() > 245 && color.green() > 245 && color.blue() > 245; }
bool is_black(const QColor& color) { return color.red() < 10 && color.green() < 10 && color.blue() < 10; }

}  // namespace

TEST_CASE("a picture that is put is painted, with bars where its shape is another, and counted") {
  Fixture f;
  f.remote.put(half_white_picture(1280, 720));
  QApplication::processEvents();
  CHECK(is_white(f.at(100, 240)));
  CHECK(is_black(f.at(500, 240)));
  CHECK_FALSE(is_white(f.at(100, 30)));  // 640x360 in 640x480 leaves 60 above.
  CHECK(is_white(f.at(100, 65)));
  CHECK(f.view.latency().painted() == 1);
  CHECK(f.view.latency().replaced() == 0);
  CHECK(f.view.latency().max() > Duration::zero());
}

TEST_CASE("pictures that come faster than they are painted are counted as replaced") {
  Fixture f;
  for (int i = 0; i < 5; ++i) f.remote.put(grey_picture(64, 36, 100));
  QApplication::processEvents();
  CHECK(f.view.latency().painted() == 1);
  CHECK(f.view.latency().replaced() == 4);
  f.remote.put(grey_picture(64, 36, 100));
  QApplication::processEvents();
  CHECK(f.view.latency().painted() == 2);
  CHECK(f.view.latency().replaced() == 4);
  for (int i = 0; i < 2; ++i) f.remote.put(grey_picture(64, 36, 100));
  QApplication::processEvents();
  CHECK(f.view.latency().replaced() == 5);
}

TEST_CASE("pictures of any size fit, also the smallest and odd ones") {
  Fixture f;
  for (const QSize size : {QSize(1, 1), QSize(3, 999), QSize(1919, 3), QSize(641, 479)}) {
    f.remote.put(grey_picture(size.width(), size.height(), 235));
    QApplication::processEvents();
    // The thinnest are one pixel wide.
    CHECK((is_white(f.at(320, 240)) || is_white(f.at(319, 240)) || is_white(f.at(320, 239))));
  }
}

TEST_CASE("the own picture is mirrored where it is asked for") {
  Fixture f;
  f.own.put(half_white_picture(640, 360));
  QApplication::processEvents();
  const QRect place = f.view.own().geometry();
  const int left = place.left() + place.width() / 4;
  const int right = place.left() + place.width() * 3 / 4;
  CHECK(is_white(f.at(left, place.center().y())));
  f.view.set_mirror_own(true);
  CHECK(is_black(f.at(left, place.center().y())));
  CHECK(is_white(f.at(right, place.center().y())));
}

TEST_CASE("the arrow keys move the own picture between the corners") {
  Fixture f;
  OwnPicture& own = f.view.own();
  QSignalSpy moves(&f.view, &VideoView::own_corner_changed);
  CHECK(f.view.own_corner() == Corner::bottom_right);
  CHECK(own.geometry().bottom() > 460);
  QTest::keyClick(&own, Qt::Key_Left);
  CHECK(f.view.own_corner() == Corner::bottom_left);
  CHECK(own.x() < 20);
  QTest::keyClick(&own, Qt::Key_Up);
  CHECK(f.view.own_corner() == Corner::top_left);
  CHECK(own.y() < 20);
  QTest::keyClick(&own, Qt::Key_Up);
  CHECK(f.view.own_corner() == Corner::top_left);
  QTest::keyClick(&own, Qt::Key_Right);
  QTest::keyClick(&own, Qt::Key_Down);
  CHECK(f.view.own_corner() == Corner::bottom_right);
  CHECK(moves.count() == 4);
  CHECK((own.focusPolicy() & Qt::TabFocus) != 0);
}

TEST_CASE("the own picture is dragged, and snaps to the nearest corner") {
  Fixture f;
  OwnPicture& own = f.view.own();
  const QPoint home = own.pos();
  QTest::mousePress(&own, Qt::LeftButton, {}, QPoint(20, 20));
  QTest::mouseMove(&own, QPoint(20, 20) + QPoint(100, 50) - home);
  QTest::mouseRelease(&own, Qt::LeftButton, {}, QPoint(20, 20));
  CHECK(f.view.own_corner() == Corner::top_left);
  CHECK(own.pos() == QPoint(10, 10));
}

TEST_CASE("the own picture can be hidden, and is where nothing is sent") {
  Fixture f;
  f.view.set_own_visible(false);
  CHECK(f.view.own().isHidden());
  f.view.set_own_visible(true);
  CHECK_FALSE(f.view.own().isHidden());
  f.view.set_own_available(false);
  CHECK(f.view.own().isHidden());
  CHECK(f.view.own_visible());
}

TEST_CASE("two surfaces show the same slot by turns") {
  PictureSlot slot;
  PictureSurface first(slot);
  PictureSurface second(slot);
  first.show();
  second.show();
  first.hide();                   // After the second was shown: it must not silence it.
  QApplication::processEvents();  // When shown, both ask once without being told.
  slot.put(grey_picture(64, 36, 100));
  QApplication::processEvents();
  CHECK(second.has_picture());
  CHECK_FALSE(first.has_picture());
  second.hide();
  slot.put(grey_picture(64, 36, 100));
  first.show();
  QApplication::processEvents();
  CHECK(first.has_picture());
}

TEST_CASE("a slot outlives its view, which other threads fill all the while") {
  PictureSlot remote;
  PictureSlot own;
  std::atomic<bool> stop = false;
  std::thread putter([&] {
    const auto picture = grey_picture(64, 36, 100);
    while (!stop) {
      remote.put(picture);
      own.put(picture);
      std::this_thread::yield();
    }
  });
  for (int i = 0; i < 20; ++i) {
    VideoView view(remote, own);
    view.resize(160, 90);
    view.show();
    while (view.latency().painted() < 2) QApplication::processEvents();
  }
  stop = true;
  putter.join();
  remote.put(grey_picture(64, 36, 100));
  CHECK(remote.take());
  QApplication::processEvents();
}
