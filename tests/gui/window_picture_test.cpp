#include <QTimer>
#include <catch2/catch.hpp>

#include "gui/call/control_bar.h"
#include "gui/call/picture_menu.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct PictureFixture : WindowFixture {
  PictureMenu& menu() { return window->call_view().controls().picture(); }
  void list_cameras() {
    calls.next.cameras = std::vector<CameraChoice>{{"camera:desk", "Desk", {"camera:/dev/video0"}}};
    poll();
  }
  void in_call_with(const std::string& source) {
    begin_demo();
    CallStatus status = status_of(CallStatus::Phase::in_call);
    status.sends = true;
    status.source_option = source;
    set_status(status);
    Q_EMIT menu().aboutToShow();
  }
  QAction* entry(const QString& words) {
    for (QAction* action : menu().actions())
      if (action->text() == words) return action;
    throw std::runtime_error("no entry " + words.toStdString());
  }
};

}  // namespace

TEST_CASE("window: the picture of a call is changed by a menu, and the next start begins with it") {
  PictureFixture f;
  f.list_cameras();
  f.in_call_with("test");
  CHECK(f.entry("Moving test picture")->isChecked());
  CHECK_FALSE(f.entry("Desk")->isChecked());
  f.entry("Desk")->trigger();
  REQUIRE(f.calls.sent<ChoosePicture>().size() == 1);
  CHECK(f.calls.sent<ChoosePicture>()[0].source == "camera:desk");
  CHECK(f.window->start_page().wanted_source() == QString("camera:desk"));
  CHECK(QSettings().value("start/source").toString() == "camera:desk");
}

TEST_CASE("window: a screen is asked for each time, and nothing to begin the next call with") {
  PictureFixture f;
  f.list_cameras();
  f.window->start_page().set_source("camera:desk");
  f.in_call_with("screen");
  CHECK(f.entry("Screen or window…")->isChecked());
  f.entry("Screen or window…")->trigger();
  f.entry("Screen or window…")->trigger();
  CHECK(f.calls.sent<ChoosePicture>().size() == 2);
  CHECK(f.window->start_page().wanted_source() == QString("camera:desk"));
  CHECK(QSettings().value("start/source").toString() != "screen");
}

TEST_CASE("window: a camera is ticked by whichever of its names it is used, and is not opened twice") {
  PictureFixture f;
  f.list_cameras();
  f.in_call_with("camera:/dev/video0");
  CHECK(f.entry("Desk")->isChecked());
  f.entry("Desk")->trigger();
  CHECK(f.calls.sent<ChoosePicture>().empty());
}

TEST_CASE("window: the keyboard opens the menu of the picture") {
  PictureFixture f;
  f.in_call_with("test");
  Button& mute = f.window->call_view().controls().mute();
  bool shown = false;
  QObject::connect(&f.menu(), &QMenu::aboutToShow, [&] {
    shown = true;
    QTimer::singleShot(0, &f.menu(), &QMenu::close);
  });
  QTest::keyClick(&mute, Qt::Key_Down);
  CHECK(shown);
}
