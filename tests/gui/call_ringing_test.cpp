#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <catch2/catch.hpp>

#include "gui/call/button.h"
#include "gui/call/call_view.h"
#include "gui/call/number_label.h"
#include "gui/call/ringing_card.h"
#include "gui/call/sound_controls.h"
#include "gui/call/sound_menu.h"
#include "gui/call/status_line.h"
#include "tests/gui/accessibility.h"
#include "tests/gui/call_pictures.h"
#include "tests/gui/secure_call_view.h"
#include "tests/gui/secure_stages.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;
using Fixture = SecureCallView;

TEST_CASE("who calls is accepted or declined, once") {
  const bool accept = GENERATE(true, false);
  Fixture f;
  f.ring();
  Button& button = accept ? f.ringing().accept() : f.ringing().decline();
  QTest::mouseClick(&button, Qt::LeftButton);
  QTest::mouseClick(&button, Qt::LeftButton);
  QTest::mouseClick(accept ? &f.ringing().decline() : &f.ringing().accept(), Qt::LeftButton);
  f.show(CallKind::listen, Phase::ringing);  // The command is still on its way.
  QTest::keyClick(&f.ringing(), Qt::Key_Return);
  QTest::keyClick(&f.ringing(), Qt::Key_Escape);
  REQUIRE(f.answers.count() == 1);
  CHECK(f.answers.at(0).at(0).toBool() == accept);
}

TEST_CASE("Enter accepts and Escape declines, but not what was pressed for something else") {
  Fixture f;
  f.show(CallKind::listen, Phase::ringing);
  REQUIRE(f.ringing().hasFocus());
  QTest::keyClick(&f.ringing(), Qt::Key_Return);  // in the moment in which it appears
  CHECK_FALSE(f.ringing().accept().isEnabled());
  f.let_guard_pass();
  QTest::keyClick(&f.ringing(), Qt::Key_Space);  // for the plots
  CHECK(f.answers.count() == 0);
  const auto [key, accepts] = GENERATE(std::pair(Qt::Key_Return, true), std::pair(Qt::Key_Escape, false));
  QTest::keyClick(&f.ringing(), key);
  REQUIRE(f.answers.count() == 1);
  CHECK(f.answers.at(0).at(0).toBool() == accepts);
}

TEST_CASE("Enter accepts in a window in which nothing has been chosen yet") {
  Fixture f;
  if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
  f.show(CallKind::listen, Phase::ringing);
  CHECK(f.ringing().hasFocus());
}

TEST_CASE("ringing does not take the keys from a field in which somebody types") {
  Fixture f;
  f.field.setFocus();
  f.ring();
  CHECK(f.field.hasFocus());
  QTest::keyClick(&f.field, Qt::Key_Return);
  CHECK(f.answers.count() == 0);
}

TEST_CASE("ringing takes the keys from a control in which nobody types, wherever it is") {
  Fixture f;
  QPushButton elsewhere("plots", &f.window);
  elsewhere.show();
  elsewhere.setFocus();
  f.ring();
  CHECK(f.ringing().hasFocus());
}

TEST_CASE("after controls of the bar were clicked while it rings, Enter accepts") {
  Fixture f;
  f.ring();
  QTest::mouseClick(find_control<Button>(f.view, "Mute"), Qt::LeftButton);
  QTest::mouseClick(&f.view.controls().sound().volume_slider(), Qt::LeftButton);
  QTest::mouseClick(&f.view.controls().lab(), Qt::LeftButton);
  QApplication::processEvents();
  REQUIRE(f.ringing().hasFocus());
  QTest::keyClick(&f.ringing(), Qt::Key_Return);
  REQUIRE(f.answers.count() == 1);
  CHECK(f.answers.at(0).at(0).toBool());
}

TEST_CASE("who goes by Tab to a control while it rings can use it again and again, and accepts nobody") {
  Fixture f;
  f.ring();
  auto& mute = *find_control<Button>(f.view, "Mute");
  mute.setFocus(Qt::TabFocusReason);
  for (int i = 0; i < 2; ++i) {
    QTest::keyClick(&mute, Qt::Key_Return);
    QApplication::processEvents();
  }
  CHECK(mute.hasFocus());
  CHECK(f.answers.count() == 0);
}

TEST_CASE("the meaning of the lock stays in sight while it rings") {
  Fixture f;
  f.ring();
  Button& lock = f.line().lock();
  REQUIRE(lock.isVisible());
  QTest::mouseClick(&lock, Qt::LeftButton);
  QApplication::processEvents();
  CHECK(QToolTip::isVisible());
  QToolTip::hideText();
}

TEST_CASE("keys do not answer in the moment in which the window comes to the front") {
  Fixture f;
  f.ring();
  REQUIRE(f.ringing().accept().isEnabled());
  QEvent change(QEvent::ActivationChange);
  QApplication::sendEvent(&f.ringing(), &change);
  CHECK_FALSE(f.ringing().accept().isEnabled());
  f.let_guard_pass();
  CHECK(f.ringing().accept().isEnabled());
  f.ringing().accept().click();
  QApplication::sendEvent(&f.ringing(), &change);
  CHECK_FALSE(f.ringing().findChild<QTimer*>("guard")->isActive());  // it was answered
}

TEST_CASE("it rings with who calls and the number, and without a picture") {
  Fixture f;
  f.show(CallKind::listen, Phase::in_call);
  f.remote.put(grey_picture(64, 36, 235));
  QApplication::processEvents();
  REQUIRE(f.view.video().remote().has_picture());
  f.show(CallKind::listen, Phase::ringing);
  CHECK(f.ringing().isVisible());
  CHECK(f.ringing().accessibleName() == "Incoming call");
  CHECK(f.ringing().accessibleDescription().contains("198.51.100.23:40123 calls"));
  CHECK(f.ringing().number().text() == "0123 4567 8901 2345 6789");
  CHECK(level_of(secure_status(CallKind::listen, Phase::ringing)) == StatusLevel::attention);
  CHECK_FALSE(f.view.video().remote().has_picture());
  CHECK(f.view.video().own().isHidden());
}

TEST_CASE("another who calls is answered anew, a number or an address that comes later is no other") {
  Fixture f;
  CallStatus status = secure_status(CallKind::listen, Phase::ringing);
  status.number.clear();
  f.view.set_status(status);
  f.let_guard_pass();
  CHECK(f.ringing().number().isHidden());
  status.number = "0123 4567 8901 2345 6789";
  f.view.set_status(status);
  status.peer = "203.0.113.4:5";
  f.view.set_status(status);
  CHECK(f.ringing().accept().isEnabled());
  f.ringing().decline().click();
  status.number = "9999 4567 8901 2345 6789";
  status.caller.fill(9);
  f.view.set_status(status);
  CHECK_FALSE(f.ringing().accept().isEnabled());
  f.let_guard_pass();
  f.ringing().accept().click();
  CHECK(f.answers.count() == 2);
  f.show(CallKind::listen, Phase::waiting);
  f.view.set_status(status);  // the same one again
  f.let_guard_pass();
  CHECK(f.ringing().accept().isEnabled());
}

TEST_CASE("an accepted call leaves the keys to the plots") {
  Fixture f;
  f.ring();
  f.ringing().accept().setFocus();
  QTest::keyClick(&f.ringing().accept(), Qt::Key_Return);
  f.show(CallKind::listen, Phase::in_call);
  CHECK(f.answers.count() == 1);
  CHECK(f.ringing().isHidden());
  CHECK(f.view.hasFocus());
}

TEST_CASE("a caller sees that it is not accepted yet, and the number, and has nothing to answer") {
  Fixture f;
  f.ring();
  f.show(CallKind::call, Phase::ringing);
  CHECK(f.ringing().isVisible());
  CHECK(f.ringing().accessibleName() == "Waiting to be accepted");
  CHECK(f.ringing().number().text() == "0123 4567 8901 2345 6789");
  CHECK_FALSE(f.ringing().accept().isVisible());
  CHECK_FALSE(f.ringing().decline().isVisible());
  QTest::keyClick(&f.ringing(), Qt::Key_Return);
  CHECK(f.answers.count() == 0);
}

TEST_CASE("another certificate is another caller, also from the same address and before its number is known") {
  Fixture f;
  CallStatus status = secure_status(CallKind::listen, Phase::ringing);
  status.number.clear();
  f.view.set_status(status);
  f.let_guard_pass();
  REQUIRE(f.ringing().accept().isEnabled());
  status.caller.fill(9);
  f.view.set_status(status);
  CHECK_FALSE(f.ringing().accept().isEnabled());
}

TEST_CASE("decline and new link answers first, and then asks for another link") {
  Fixture f;
  f.ring();
  QStringList order;
  QObject::connect(&f.view, &CallView::answered, [&](bool accept) { order << (accept ? "accept" : "decline"); });
  QObject::connect(&f.view, &CallView::new_link_wanted, [&] { order << "new link"; });
  f.ringing().decline_and_renew().click();
  CHECK(order == QStringList{"decline", "new link"});
  CHECK_FALSE(f.ringing().decline_and_renew().isEnabled());
}
