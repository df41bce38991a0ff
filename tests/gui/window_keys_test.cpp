#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <catch2/catch.hpp>

#include "gui/window/dialogs.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

struct KeyFixture : WindowFixture {
  KeyFixture() {
    begin_demo();
    window->plot_pane().plots().setFocus();
    calls.commands.clear();
  }
  bool paused() { return window->plot_pane().plots().paused(); }
};

}  // namespace

TEST_CASE("window: Space pauses the plots, and follows again") {
  KeyFixture f;
  CHECK(!f.paused());
  f.press(Qt::Key_Space);
  CHECK(f.paused());
  CHECK(f.shows("Follow"));
  f.press(Qt::Key_Space);
  CHECK(!f.paused());
  CHECK(f.shows("Pause"));
}

TEST_CASE("window: Space is for the plots from the first moment of a call") {
  WindowFixture f;
  f.begin_demo();
  f.press(Qt::Key_Space);
  CHECK(f.window->plot_pane().plots().paused());
  CHECK(!f.window->isFullScreen());
}

TEST_CASE("window: Space on a button presses the button and leaves the plots alone") {
  KeyFixture f;
  f.window->link_panel().parentWidget()->raise();
  f.control<QToolButton>("Set the capacity to 1 Mbit/s").setFocus();
  f.press(Qt::Key_Space);
  CHECK(f.calls.sent<SetLink>().size() == 1);
  CHECK(!f.paused());
}

TEST_CASE("window: V mutes the video") {
  KeyFixture f;
  f.press(Qt::Key_V);
  REQUIRE(f.calls.sent<MuteVideo>().size() == 1);
  CHECK(f.calls.sent<MuteVideo>()[0].muted);
  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.video_muted = true;
  f.set_status(status);
  CHECK(f.shows("Video muted"));
  f.press(Qt::Key_V);
  REQUIRE(f.calls.sent<MuteVideo>().size() == 2);
  CHECK(!f.calls.sent<MuteVideo>()[1].muted);
}

TEST_CASE("window: F shows the call on the full screen, F and Escape leave it") {
  const Qt::Key leave = GENERATE(Qt::Key_F, Qt::Key_Escape);
  KeyFixture f;
  f.press(Qt::Key_F);
  CHECK(f.window->isFullScreen());
  CHECK(!f.window->plot_pane().isVisible());
  f.press(leave);
  CHECK(!f.window->isFullScreen());
  CHECK(f.window->plot_pane().isVisible());
}

TEST_CASE("window: plots and controls come back where the window manager ends the full screen") {
  KeyFixture f;
  f.press(Qt::Key_F);
  REQUIRE(f.window->isFullScreen());
  f.window->setWindowState(f.window->windowState() & ~Qt::WindowFullScreen);  // as its message does
  QCoreApplication::processEvents();
  CHECK(f.window->plot_pane().isVisible());
  CHECK(f.window->call_view().controls().full_screen().text() == "Full screen");
  f.press(Qt::Key_F);
  CHECK(f.window->isFullScreen());
}

TEST_CASE("window: a call begins without instruments; P shows and hides the plots, T all of them") {
  WindowFixture f;
  f.begin_call();
  f.window->call_view().setFocus();
  CHECK(!f.window->plot_pane().isVisible());
  CHECK(!f.window->menuBar()->isVisible());
  f.press(Qt::Key_P);
  CHECK(f.window->plot_pane().isVisible());
  CHECK(!f.window->tuning_panel().isVisible());
  CHECK(f.window->call_view().controls().stats().isChecked());
  f.press(Qt::Key_T);
  CHECK(f.window->plot_pane().isVisible());
  CHECK(f.window->tuning_panel().isVisible());
  CHECK(f.window->call_view().controls().lab().isChecked());
  f.press(Qt::Key_P);
  CHECK(!f.window->plot_pane().isVisible());
  CHECK(f.window->tuning_panel().isVisible());
  f.press(Qt::Key_T);
  CHECK(!f.window->tuning_panel().isVisible());
}

TEST_CASE("window: Stats has the four plots that tell how a call is, Lab all, and each keeps what was changed") {
  WindowFixture f;
  f.begin_call();
  const auto plots = [&]() -> PlotStack& { return f.window->plot_pane().plots(); };
  const auto shown = [&] {
    QStringList ids;
    for (const QString& id : PlotStack::plot_ids())
      if (plots().plot_shown(id)) ids << id;
    return ids;
  };
  const QStringList of_stats{"rate", "delay", "loss", "frames"};
  f.window->docks().want_stats(true);
  CHECK(shown() == of_stats);
  plots().set_plot_shown("frames", false);
  f.window->docks().want_lab(true);
  CHECK(shown() == QStringList{"rate", "delay", "queue", "mismatch", "pacer"});
  plots().set_plot_shown("law", true);
  f.window->docks().want_lab(false);
  CHECK(shown() == of_stats.mid(0, 3));
  f.close();
  f.open();
  f.begin_call();
  CHECK(f.window->plot_pane().isVisible());
  CHECK(shown() == of_stats.mid(0, 3));
  f.window->docks().want_lab(true);
  CHECK(shown().contains("law"));
}

TEST_CASE("window: the picture of the peer has the window, and more than half of it beside the stats") {
  WindowFixture f;
  f.begin_call();
  const auto share = [&] {
    f.poll();
    const QSize picture = f.window->call_view().video().remote().size();
    return 100.0 * picture.width() * picture.height() / (f.window->width() * f.window->height());
  };
  CHECK(share() >= 85);
  f.window->docks().want_stats(true);
  f.poll();
  CHECK(share() >= 55);
  CHECK(f.window->plot_pane().width() == Approx(0.4 * f.window->width()).margin(8));
}

TEST_CASE("window: all of the menu bar is in the menu of a call, and its shortcuts act there") {
  WindowFixture f;
  f.begin_call();
  QMenu* menu = f.window->call_view().controls().menu().menu();
  REQUIRE(menu);
  CHECK(menu->actions().size() == f.window->menuBar()->actions().size());
  f.window->call_view().setFocus();
  f.press(Qt::Key_H, Qt::ControlModifier);
  CHECK(f.calls.sent<HangUp>().size() == 1);
}

TEST_CASE("window: P and T do nothing where there are neither plots nor panels") {
  WindowFixture f;
  f.window->start_page().demo_button().setFocus();
  f.press(Qt::Key_P);
  f.press(Qt::Key_T);
  f.begin_call();
  CHECK(!f.window->plot_pane().isVisible());
  CHECK(!f.window->tuning_panel().isVisible());
}

TEST_CASE("window: R records, and ends the recording and says where it is") {
  KeyFixture f;
  const QTemporaryDir videos;
  f.press(Qt::Key_R);
  REQUIRE(f.calls.sent<StartRecording>().size() == 1);
  CHECK(f.calls.sent<StartRecording>()[0].folder.find("Evenkeel/") != std::string::npos);
  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.recording = videos.path().toStdString();
  f.set_status(status);
  f.press(Qt::Key_R);
  CHECK(f.calls.sent<StopRecording>().size() == 1);
  CHECK(f.message() == "");  // it is not whole yet
  status.recording.clear();
  f.set_status(status);
  CHECK(f.message() == "Recorded into " + videos.path());
  status.recording = "/nowhere/call.webm";  // nothing came, so that there is no file
  f.window->messages().dismiss();
  f.set_status(status);
  status.recording.clear();
  f.set_status(status);
  CHECK(f.message() == "");
}

TEST_CASE("window: whatever ends a recording, its folder can be shown, and what failed stays") {
  KeyFixture f;
  const QTemporaryDir videos;
  QString shown;
  f.window->dialogs().show_folder = [&](const QString& path) { shown = path; };
  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.recording = videos.path().toStdString();
  f.set_status(status);
  const std::string failure =
      "Cannot write the recording '" + status.recording + "/call.webm': No space left on device.";
  f.calls.next.failures = {failure};
  status.recording.clear();
  f.set_status(status);
  CHECK(f.message().toStdString() == failure);
  REQUIRE(f.window->messages().folder().isVisible());
  f.window->messages().folder().click();
  CHECK(shown == videos.path());
  f.window->messages().show_message(MessageBar::Kind::notice, "another");
  CHECK(f.window->messages().folder().isHidden());
}

TEST_CASE("window: ? lists every shortcut, in a dialog that does not stop the window") {
  KeyFixture f;
  f.press(Qt::Key_Question, Qt::ShiftModifier);
  auto* dialog = f.window->findChild<QDialog*>();
  REQUIRE(dialog != nullptr);
  CHECK(!dialog->isModal());
  CHECK(dialog->findChild<QTableWidget*>()->rowCount() == static_cast<int>(shortcuts().size()));
  dialog->close();
}

TEST_CASE("window: letters that are typed into the address stay there") {
  WindowFixture f;
  auto& address = f.control<QLineEdit>("Address to call");
  address.setFocus();
  f.calls.commands.clear();
  QTest::keyClicks(&address, "fvptrm? FVPTRM");
  CHECK(address.text() == "fvptrm? FVPTRM");
  CHECK(f.calls.commands.empty());
  CHECK(f.window->findChild<QDialog*>() == nullptr);
  CHECK(!f.window->plot_pane().plots().paused());
}

TEST_CASE("window: letters that are typed into a schedule during a call stay there") {
  KeyFixture f;
  auto& schedule = f.control<QLineEdit>("Schedule of the capacity");
  f.window->link_panel().parentWidget()->raise();
  schedule.setFocus();
  QTest::keyClicks(&schedule, "0s:2Mbps vfrpt");
  CHECK(schedule.text() == "0s:2Mbps vfrpt");
  CHECK(f.calls.commands.empty());
}

TEST_CASE("window: Escape in a field or a list of a pane leaves it for the picture, and does nothing else") {
  KeyFixture f;
  f.window->link_panel().parentWidget()->raise();
  QWidget* const field = GENERATE(false, true) ? static_cast<QWidget*>(&f.control<QComboBox>("Direction shown"))
                                               : &f.control<QLineEdit>("Schedule of the capacity");
  field->setFocus();
  REQUIRE(f.window->focusWidget() == field);
  f.press(Qt::Key_Escape);
  CHECK(f.window->focusWidget() == &f.window->call_view());
  CHECK(f.window->plot_pane().isVisible());
  f.press(Qt::Key_V);
  CHECK(f.calls.sent<MuteVideo>().size() == 1);
}

TEST_CASE("window: one press of Escape undoes what was typed into a value and leaves it") {
  KeyFixture f;
  f.window->link_panel().parentWidget()->raise();
  auto& field = f.control<QLineEdit>("Delay of the link");
  const QString before = field.text();
  field.setFocus();
  field.selectAll();
  QTest::keyClicks(&field, "80");
  f.press(Qt::Key_Escape);
  CHECK(field.text() == before);
  CHECK(f.window->focusWidget() == &f.window->call_view());
  CHECK(f.calls.sent<SetLink>().empty());
}

TEST_CASE("window: on the full screen the first Escape leaves a field, and the next one the full screen") {
  KeyFixture f;
  f.press(Qt::Key_F);
  REQUIRE(f.window->isFullScreen());
  QLineEdit field(&f.window->call_view());
  field.show();
  field.setFocus();
  f.press(Qt::Key_Escape);
  CHECK(f.window->isFullScreen());
  f.press(Qt::Key_Escape);
  CHECK_FALSE(f.window->isFullScreen());
}

TEST_CASE("window: a click on the picture takes the focus out of a field, and from nobody who rings") {
  KeyFixture f;
  f.window->link_panel().parentWidget()->raise();
  f.control<QLineEdit>("Schedule of the capacity").setFocus();
  QTest::mouseClick(&f.window->call_view().video().remote(), Qt::LeftButton, {}, {5, 5});
  CHECK(f.window->focusWidget() == &f.window->call_view());
  f.press(Qt::Key_M);
  CHECK(f.calls.sent<MuteSound>().size() == 1);
  CallStatus rings = status_of(CallStatus::Phase::ringing);
  rings.kind = CallKind::listen;
  f.set_status(rings);
  const QWidget* card = f.window->focusWidget();
  CHECK(card != &f.window->call_view());
  QTest::mouseClick(&f.window->call_view().video().remote(), Qt::LeftButton, {}, {5, 5});
  CHECK(f.window->focusWidget() == card);
}

TEST_CASE("window: letters in a list that is only chosen from are the call's, and choose nothing") {
  KeyFixture f;
  auto& list = f.control<QComboBox>("Time shown");
  list.addItems({"mean", "very long"});
  const QString chosen = list.currentText();
  list.setFocus();
  f.calls.commands.clear();
  f.press(Qt::Key_V);
  f.press(Qt::Key_M);
  CHECK(f.calls.sent<MuteVideo>().size() == 1);
  CHECK(f.calls.sent<MuteSound>().size() == 1);
  QKeyEvent held(QEvent::KeyPress, Qt::Key_M, Qt::NoModifier, "m", true);
  QApplication::sendEvent(&list, &held);
  CHECK(f.calls.sent<MuteSound>().size() == 1);
  CHECK(list.currentText() == chosen);
  CHECK(f.window->focusWidget() == &list);
}

TEST_CASE("window: every shortcut of the menus is in the list") {
  WindowFixture f;
  QStringList listed;
  for (const Shortcut& shortcut : shortcuts()) listed << shortcut.keys;
  int found = 0;
  for (const QMenu* menu : f.window->menuBar()->findChildren<QMenu*>()) {
    for (const QAction* action : menu->actions()) {
      const QString keys = action->shortcut().isEmpty() ? action->text().section('\t', 1)
                                                        : action->shortcut().toString(QKeySequence::PortableText);
      if (keys.isEmpty()) continue;
      ++found;
      INFO(keys.toStdString());
      CHECK(listed.contains(keys));
    }
  }
  CHECK(found > 10);
}

TEST_CASE("window: a dock that was closed by its cross stays closed, and the button shows it") {
  KeyFixture f;
  auto* plots = f.window->findChild<QDockWidget*>("plots");
  auto* theory = f.window->findChild<QDockWidget*>("theory");
  plots->close();
  theory->close();
  f.poll();
  CHECK(!f.window->call_view().controls().stats().isChecked());
  CHECK(f.window->call_view().controls().lab().isChecked());
  CallStatus status = status_of(CallStatus::Phase::silent);
  status.has_link = false;  // arranges the docks anew
  f.set_status(status);
  CHECK(plots->isHidden());
  CHECK(theory->isHidden());
  f.press(Qt::Key_P);
  CHECK(!plots->isHidden());
}

TEST_CASE("window: a recording that somebody began ends with the caller, and the next one is not in it") {
  WindowFixture f;
  const QTemporaryDir videos;
  f.window->start_page().wait_card().wait_button().click();
  CallStatus talks = status_of(CallStatus::Phase::in_call);
  talks.kind = CallKind::listen;
  f.set_status(talks);
  f.press(Qt::Key_R);
  talks.recording = videos.path().toStdString();
  f.set_status(talks);
  CallStatus waits = talks;
  waits.phase = CallStatus::Phase::waiting;
  f.set_status(waits);
  CHECK(f.calls.sent<StopRecording>().size() == 1);
  waits.recording.clear();
  f.set_status(waits);
  REQUIRE(f.window->messages().all().size() == 2);
  CHECK(f.window->messages().all().front().startsWith("The other side hung up."));
  CHECK(f.message() == "Recorded into " + videos.path());
}

TEST_CASE("window: a recording that the command line asked for goes on with the next caller") {
  WindowFixture f;
  f.window->start_page().wait_card().wait_button().click();
  CallStatus status = status_of(CallStatus::Phase::in_call);
  status.kind = CallKind::listen;
  status.recording = "/recorded.webm";
  f.set_status(status);
  status.phase = CallStatus::Phase::waiting;
  f.set_status(status);
  CHECK(f.calls.sent<StopRecording>().empty());
}
