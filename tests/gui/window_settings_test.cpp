#include <QClipboard>
#include <QDockWidget>
#include <QLineEdit>
#include <catch2/catch.hpp>

#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("window: what is tuned in one call holds for all that follow, of each kind, until the window is closed") {
  WindowFixture f;
  const TuningState fresh = f.window->tuning().state();
  f.begin_demo();
  REQUIRE(f.window->tuning().set("ldcc.T_r", "80ms").isEmpty());
  REQUIRE(f.window->tuning().set("recovery.backlog", "5ms").isEmpty());
  f.window->tuning().choose_send_loop("plain");
  const TuningState tuned{"ldcc", "plain", {{"ldcc.T_r", "80ms"}, {"recovery.backlog", "5ms"}}};
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  f.control<Button>("Back to start").click();
  f.window->start_page().wait_card().wait_button().click();
  REQUIRE(f.calls.sent<StartCall>().back().kind == CallKind::listen);
  CHECK(f.calls.sent<StartCall>().back().tuning == tuned);
  f.close();
  f.open();
  CHECK(f.window->tuning().state() == fresh);
}

TEST_CASE("window: a start begins with the preset of the settings, unless the command line tunes") {
  WindowFixture f;
  Q_EMIT f.window->start_page().settings_requested();
  auto& dialog = *f.window->findChild<SettingsDialog*>();
  auto& choice = *find_control<QComboBox>(dialog, "Preset");
  choice.setCurrentText("As published: ARC");
  Q_EMIT choice.activated(choice.currentIndex());
  dialog.accept();
  CHECK(f.window->tuning().state().controller == "arc");
  f.close();
  f.open();
  CHECK(f.window->tuning().state() == TuningState{"arc", "rmc", {}});
  f.close();
  f.open(TuningState{"ldcc", "plain", {}});
  CHECK(f.window->tuning().state() == TuningState{"ldcc", "plain", {}});
  f.close();
  f.open();
  CHECK(f.window->tuning().state() == TuningState{"arc", "rmc", {}});
}

TEST_CASE("window: a preset that holds for one start is not kept by settings that are about something else") {
  WindowFixture f;
  const TuningState fresh = f.window->tuning().state();
  f.close();
  f.open(TuningState{"arc", "rmc", {}});
  Q_EMIT f.window->start_page().settings_requested();
  f.window->findChild<SettingsDialog*>()->accept();
  f.close();
  f.open();
  CHECK(f.window->tuning().state() == fresh);
}

TEST_CASE("window: settings that make no sense any longer are passed over") {
  WindowFixture f;
  f.close();
  QSettings().setValue("preset/controller", "gone");
  QSettings().setValue("preset/send_loop", "rmc");
  QSettings().setValue("preset/settings", QStringList{"gone.x=1", "ldcc.T_r=long", "ldcc.eta=0.3"});
  QSettings().setValue("window/docks", QByteArray("nonsense"));
  QSettings().setValue("plots/layout", QByteArray("nonsense"));
  f.open();
  CHECK(f.window->tuning().state() == TuningState{"ldcc", "rmc", {{"ldcc.eta", "0.3"}}});
  f.begin_demo();
  CHECK(f.window->plot_pane().isVisible());
}

TEST_CASE("window: recent addresses and the source are there again at the next start") {
  WindowFixture f;
  f.window->dialogs().file_to_open = [](auto&&...) { return QString("/videos/clip.mkv"); };
  f.choose_source("Video file…");
  f.type(f.control<QLineEdit>("Address to call"), "192.0.2.7");
  f.set_status(status_of(CallStatus::Phase::in_call));
  f.close();
  f.open();
  CHECK(f.window->start_page().recent() == QStringList{"192.0.2.7"});
  CHECK(f.window->start_page().source() == "/videos/clip.mkv");
  // The test picture is for now.
  f.choose_source("Moving test picture");
  CHECK(f.window->start_page().source() == "test");
  f.close();
  f.open();
  CHECK(f.window->start_page().source() == "/videos/clip.mkv");
  f.close();
  QSettings().setValue("start/source", "test");  // by an earlier version
  f.open();
  CHECK_FALSE(f.window->start_page().wanted_source());
}

TEST_CASE("window: the source that the command line names is chosen, and not at the next start without one") {
  WindowFixture f;
  f.window->launch({.source = "/videos/clip.mkv"});
  CHECK(f.window->start_page().source() == "/videos/clip.mkv");
  f.window->start_page().demo_button().click();
  f.close();
  f.open();
  CHECK_FALSE(f.window->start_page().wanted_source());
}

TEST_CASE("window: a camera that was chosen is chosen again at the next start, and is no video file") {
  const std::vector<CameraChoice> cameras{{"camera:hall", "Hall, 1280x720"}, {"camera:desk", "Desk, 1280x720"}};
  WindowFixture f;
  f.calls.next.cameras = cameras;
  f.poll();
  f.choose_source("Desk, 1280x720");
  f.window->start_page().demo_button().click();
  f.close();

  f.open();
  auto& entries = f.window->start_page().camera_card().choice();
  CHECK(entries.findText("Video file ", Qt::MatchContains) < 0);
  CHECK(entries.currentText() == "Looking for cameras…");
  CHECK(f.window->start_page().source() == "camera:desk");  // also who does not wait for the list gets it
  f.calls.next.cameras = cameras;
  f.poll();
  CHECK(entries.currentText() == "Desk, 1280x720");
  CHECK(f.window->start_page().source() == "camera:desk");
  CHECK(entries.count() == 5);  // two cameras, a screen, the test picture, and the dialog for files
}

TEST_CASE("window: a saved camera that is not there is replaced, and chosen again when it is back") {
  WindowFixture f;
  f.close();
  QSettings().setValue("start/source", "camera:desk");
  f.open();
  f.calls.next.cameras = std::vector<CameraChoice>{{"camera:hall", "Hall"}};
  f.poll();
  CHECK(f.window->start_page().source() == "camera:hall");
  f.window->start_page().demo_button().click();  // with the other one, for today
  CHECK(f.calls.sent<StartCall>().back().source == "camera:hall");
  f.close();

  f.open();
  f.calls.next.cameras = std::vector<CameraChoice>{};
  f.poll();
  CHECK(f.window->start_page().source() == "test");
  f.calls.next.cameras = std::vector<CameraChoice>{{"camera:hall", "Hall"}, {"camera:desk", "Desk"}};
  f.poll();
  CHECK(f.window->start_page().source() == "camera:desk");
}

TEST_CASE("window: a camera that an earlier version kept by its node is chosen, and kept by its name") {
  WindowFixture f;
  f.close();
  QSettings().setValue("start/source", "camera:/dev/video1");
  f.open();
  const CameraChoice hall{"camera:hall@8", "Hall", {"camera:/dev/video0"}};
  f.calls.next.cameras = std::vector<CameraChoice>{hall, {"camera:desk@9", "Desk", {"camera:/dev/video1"}}};
  f.poll();
  CHECK(f.window->start_page().source() == "camera:desk@9");
  f.window->start_page().demo_button().click();
  CHECK(f.calls.sent<StartCall>().back().source == "camera:desk@9");
  f.close();

  f.open();  // In the meantime the two have changed their nodes.
  f.calls.next.cameras = std::vector<CameraChoice>{{"camera:desk@9", "Desk", {"camera:/dev/video0"}},
                                                   {"camera:hall@8", "Hall", {"camera:/dev/video1"}}};
  f.poll();
  CHECK(f.window->start_page().source() == "camera:desk@9");
}

TEST_CASE("window: the layout is there again at the next start") {
  WindowFixture f;
  f.begin_demo();
  f.window->plot_pane().plots().set_plot_shown("loss", true);
  f.window->plot_pane().plots().set_curve_shown("targetBitrate", false);
  f.window->findChild<QDockWidget*>("theory")->close();
  f.window->addDockWidget(Qt::LeftDockWidgetArea, f.window->findChild<QDockWidget*>("tuning"));
  f.poll();
  f.close();
  f.open();
  f.begin_demo();
  CHECK(f.window->plot_pane().plots().plot_shown("loss"));
  CHECK(!f.window->plot_pane().plots().curve_shown("targetBitrate"));
  CHECK(f.window->findChild<QDockWidget*>("theory")->isHidden());
  CHECK(f.window->dockWidgetArea(f.window->findChild<QDockWidget*>("tuning")) == Qt::LeftDockWidgetArea);
  f.window->call_view().controls().lab().click();
  f.window->call_view().controls().lab().click();
  CHECK(!f.window->findChild<QDockWidget*>("theory")->isHidden());
}

TEST_CASE(
    "window: the docks have the sizes again that they had, after a call, after the full screen, at the next start") {
  WindowFixture f;
  f.begin_demo();
  const auto dock = [&](const char* name) { return f.window->findChild<QDockWidget*>(name); };
  const auto widths = [&] {
    f.poll();
    return std::vector<int>{dock("plots")->width(), dock("tuning")->width(), dock("theory")->width()};
  };
  (void)widths();
  f.window->resizeDocks({dock("plots")}, {560}, Qt::Horizontal);
  f.window->resizeDocks({dock("tuning"), dock("theory")}, {300, 410}, Qt::Horizontal);
  const auto before = widths();
  REQUIRE(before[2] > before[1] + 80);
  f.set_status(status_of(CallStatus::Phase::ended, "You hung up."));
  f.control<Button>("Back to start").click();
  f.begin_demo();
  CHECK(widths() == before);
  f.window->call_view().setFocus();
  f.press(Qt::Key_F);
  f.press(Qt::Key_F);
  CHECK(widths() == before);
  f.close();
  f.open();
  f.begin_demo();
  CHECK(widths() == before);
  f.window->call_view().setFocus();
  f.press(Qt::Key_T);
  f.close();
  f.open();  // while the panels are hidden
  f.begin_call();
  f.poll();
  REQUIRE(dock("theory")->isHidden());
  f.window->call_view().setFocus();
  f.press(Qt::Key_T);
  REQUIRE(!dock("theory")->isHidden());
  CHECK(widths() == before);
  f.close();
  f.open();  // and is closed on the start page, where there are none
  f.close();
  f.open();
  f.begin_demo();
  CHECK(widths() == before);
}

TEST_CASE("window: a full screen that is left by closing is not the layout of the next start") {
  WindowFixture f;
  f.begin_demo();
  f.window->call_view().setFocus();
  f.press(Qt::Key_F);
  REQUIRE(f.window->isFullScreen());
  f.close();
  f.open();
  f.begin_demo();
  CHECK(!f.window->isFullScreen());
  CHECK(f.window->plot_pane().isVisible());
}

TEST_CASE("window: a loaded configuration says which way a call goes") {
  WindowFixture f;
  f.configurations["/kept.toml"].tuning = f.window->tuning().state();
  f.window->dialogs().file_to_open = [](auto&&...) { return QString("/kept.toml"); };
  REQUIRE(f.options->choose({{"receive-only", "true"}}).empty());
  f.press(Qt::Key_L, Qt::ControlModifier);
  f.window->start_page().demo_button().click();
  REQUIRE(f.calls.sent<StartCall>().size() == 1);
  CHECK(f.calls.sent<StartCall>()[0].direction == Direction::receive);
}

TEST_CASE("window: the link of a call that is over is not shared") {
  WindowFixture f;
  f.begin_call();
  QApplication::clipboard()->setText("before");
  CallStatus status = status_of(CallStatus::Phase::ended, "You hung up.");
  status.invitation = "https://192.0.2.7:8443/#e1.AQ";
  f.set_status(status);
  Q_EMIT f.window->call_view().share_requested();
  CHECK(QApplication::clipboard()->text() == "before");
  CHECK(f.message().contains("no link"));
}
