#include <QDialog>
#include <QFileDialog>
#include <QMessageBox>
#include <QWindow>

#include "gui/call/ringing_card.h"
#include "gui/window/ringing_dialog.h"
#include "tests/gui/private_bus.h"
#include "tests/gui/secure_stages.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

constexpr const char* notifications = "org.freedesktop.Notifications";

RingingDialog* ringing_dialog() {
  for (QWidget* widget : QApplication::topLevelWidgets())
    if (auto* dialog = qobject_cast<RingingDialog*>(widget); dialog && dialog->isVisible()) return dialog;
  return nullptr;
}

/// By the window, as a mouse does: what a modal dialog blocks gets nothing.
void click(QWidget& control) {
  QWidget* const window = control.window();
  QTest::mouseClick(window->windowHandle(), Qt::LeftButton, Qt::NoModifier,
                    control.mapTo(window, control.rect().center()));
}

struct RingingFixture : WindowFixture {
  RingingFixture() {
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    window->dialogs() = real_dialogs();
    window->start_page().wait_card().wait_button().click();
    set_status(secure_status(CallKind::listen, Phase::waiting));
  }
  /// Somebody calls while the dialog is open, and is accepted. Then the dialog is as it was.
  void accept_while_open() {
    CHECK(ringing_dialog() == nullptr);
    set_status(secure_status(CallKind::listen, Phase::ringing));
    RingingDialog* const dialog = ringing_dialog();
    REQUIRE(dialog);
    CHECK(dialog->testAttribute(Qt::WA_ShowWithoutActivating));  // it takes no keys from what somebody types
    REQUIRE(QTest::qWaitFor([&] { return dialog->card().accept().isEnabled(); }, 5 * RingingCard::guard_ms));
    click(dialog->card().accept());
    REQUIRE(calls.sent<AnswerCall>().size() == 1);
    CHECK(calls.sent<AnswerCall>()[0].accept);
    set_status(secure_status(CallKind::listen, Phase::in_call));
    CHECK(ringing_dialog() == nullptr);
  }
};

/// While `ask` waits for somebody.
void answer_during(RingingFixture& f, const std::function<void()>& ask) {
  bool asked = false;
  QTimer::singleShot(0, f.window.get(), [&] {
    QWidget* const dialog = QApplication::activeModalWidget();
    REQUIRE(dialog);
    f.accept_while_open();
    CHECK(dialog->isVisible());
    asked = true;
    static_cast<QDialog*>(dialog)->reject();
  });
  ask();
  CHECK(asked);
}

}  // namespace

TEST_CASE("window: a call can be answered whatever dialog is open") {
  RingingFixture f;
  Dialogs& dialogs = f.window->dialogs();
  QWidget* const window = f.window.get();
  SECTION("settings") {
    f.press(Qt::Key_Comma, Qt::ControlModifier);
    REQUIRE(f.window->findChild<SettingsDialog*>());
    f.accept_while_open();
    CHECK(f.window->findChild<SettingsDialog*>()->isVisible());
    f.window->findChild<SettingsDialog*>()->reject();
  }
  SECTION("a file") {
    answer_during(f, [&] { dialogs.file_to_open(window, FileUse::configuration, "a file", {}); });
  }
  SECTION("a file to write") {
    answer_during(f, [&] { dialogs.file_to_save(window, FileUse::configuration, "a file", "a.toml", {}); });
  }
  SECTION("a folder") {
    answer_during(f, [&] { dialogs.folder(window, FileUse::run, "a folder"); });
  }
  SECTION("a marker") {
    answer_during(f, [&] { f.press(Qt::Key_N); });
  }
  SECTION("a new link, the end") {
    answer_during(f, [&] { dialogs.confirmed(window, "New link", "Really?", "Make a new link"); });
  }
  SECTION("about") {
    answer_during(f, [&] { QMessageBox::about(window, "About", "Evenkeel"); });
  }
  SECTION("the list of keys, which lies over the window") {
    show_shortcuts(window);
    f.accept_while_open();
    f.window->findChild<QDialog*>()->close();
  }
  SECTION("a dialog of a dialog") {
    f.press(Qt::Key_Comma, Qt::ControlModifier);
    answer_during(f, [&] { dialogs.folder(f.window->findChild<SettingsDialog*>(), FileUse::run, "a folder"); });
    f.window->findChild<SettingsDialog*>()->reject();
  }
}

TEST_CASE("window: a call can be answered while a dialog is open that was opened after it began to ring") {
  RingingFixture f;
  f.press(Qt::Key_Comma, Qt::ControlModifier);
  f.set_status(secure_status(CallKind::listen, Phase::ringing));
  REQUIRE(ringing_dialog());
  bool asked = false;
  QTimer::singleShot(0, f.window.get(), [&] {
    QWidget* const dialog = QApplication::activeModalWidget();
    f.poll();
    RingingDialog* const ringing = ringing_dialog();
    REQUIRE(ringing);
    CHECK(ringing->parentWidget() == dialog);
    REQUIRE(QTest::qWaitFor([&] { return ringing->card().accept().isEnabled(); }, 5 * RingingCard::guard_ms));
    click(ringing->card().accept());
    asked = true;
    static_cast<QDialog*>(dialog)->reject();
  });
  f.window->dialogs().folder(f.window->findChild<SettingsDialog*>(), FileUse::run, "a folder");
  CHECK(asked);
  CHECK(f.calls.sent<AnswerCall>().size() == 1);
  f.window->findChild<SettingsDialog*>()->reject();
}

TEST_CASE("window: without a dialog the card of the page is enough, and the caller goes with its dialog") {
  RingingFixture f;
  f.set_status(secure_status(CallKind::listen, Phase::ringing));
  CHECK(ringing_dialog() == nullptr);
  show_shortcuts(f.window.get());
  f.poll();
  REQUIRE(ringing_dialog());
  ringing_dialog()->close();  // nobody has answered
  QTest::keyClick(ringing_dialog(), Qt::Key_Escape);
  REQUIRE(ringing_dialog());
  f.window->findChild<QDialog*>()->close();
  f.poll();
  CHECK(ringing_dialog() == nullptr);
  CHECK(f.calls.sent<AnswerCall>().empty());
}

TEST_CASE("window: a caller in front of a dialog can be declined together with the link") {
  RingingFixture f;
  show_shortcuts(f.window.get());
  f.set_status(secure_status(CallKind::listen, Phase::ringing));
  REQUIRE(ringing_dialog());
  Button& decline = ringing_dialog()->card().decline_and_renew();
  REQUIRE(QTest::qWaitFor([&] { return decline.isEnabled(); }, 5 * RingingCard::guard_ms));
  click(decline);
  REQUIRE(f.calls.sent<AnswerCall>().size() == 1);
  CHECK_FALSE(f.calls.sent<AnswerCall>()[0].accept);
  CHECK(f.calls.sent<RenewLink>().size() == 1);
  f.window->findChild<QDialog*>()->close();
}

TEST_CASE("window: the desktop tells of a call where nobody sees the window, and no longer than it rings") {
  if (PrivateBus::start() == nullptr) {
    WARN("skipped: no dbus-daemon");
    return;
  }
  FakeService desktop(notifications, [](const QDBusMessage& call) {
    return call.member() == "Notify" ? QVariantList{uint{41}} : QVariantList{};
  });
  WindowFixture f;
  f.window->start_page().wait_card().wait_button().click();
  const auto is_told = [&] { return desktop.asked.contains("Notify"); };
  SECTION("in front") {
    f.set_status(secure_status(CallKind::listen, Phase::ringing));
    f.poll();
    CHECK_FALSE(is_told());
  }
  SECTION("a caller's own") {
    f.window->showMinimized();
    f.set_status(secure_status(CallKind::call, Phase::ringing));
    f.poll();
    CHECK_FALSE(is_told());
  }
  SECTION("minimized") {
    f.window->showMinimized();
    f.set_status(secure_status(CallKind::listen, Phase::ringing));
    REQUIRE(QTest::qWaitFor(is_told, 5000));
    const QVariantList said = desktop.last.arguments();
    CHECK(said.at(3).toString() == "Incoming call from 198.51.100.23");
    CHECK(said.at(5).toStringList() == QStringList{"default", "Open", "open", "Open"});
    f.poll();
    CHECK(desktop.asked.count("Notify") == 1);
    SECTION("and its button opens the window") {
      QDBusMessage clicked =
          QDBusMessage::createSignal("/org/freedesktop/Notifications", notifications, "ActionInvoked");
      clicked << uint{41} << "open";
      desktop.bus().send(clicked);
      CHECK(QTest::qWaitFor([&] { return !f.window->isMinimized(); }, 5000));
      CHECK(f.calls.sent<AnswerCall>().empty());
    }
    SECTION("and the ringing ends") { f.set_status(secure_status(CallKind::listen, Phase::waiting)); }
    SECTION("and the window closes") { f.window->close(); }
    REQUIRE(QTest::qWaitFor([&] { return desktop.asked.contains("CloseNotification"); }, 5000));
    CHECK(desktop.last.arguments() == QVariantList{uint{41}});
  }
}
