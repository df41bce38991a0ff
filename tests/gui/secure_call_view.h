#pragma once

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <catch2/catch.hpp>

#include "gui/call/call_view.h"
#include "gui/call/invitation_card.h"
#include "gui/call/reply_card.h"
#include "gui/call/ringing_card.h"
#include "gui/call/status_line.h"
#include "tests/gui/secure_stages.h"

namespace evenkeel::test {

/// The view of a call in a window that has a field beside it.
struct SecureCallView {
  PictureSlot remote;
  PictureSlot own;
  QWidget window;  ///< with a field beside the call, as those of the panels
  CallView view{remote, own, &window};
  QLineEdit field{&window};
  QSignalSpy answers{&view, &CallView::answered};

  SecureCallView() {
    window.resize(700, 480);
    view.setGeometry(0, 0, 640, 480);
    field.setGeometry(640, 0, 60, 30);
    window.show();
    window.activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(&window));
    view.setFocus();
  }
  InvitationCard& invitation() { return *view.findChild<InvitationCard*>(); }
  ReplyCard& reply() { return *view.findChild<ReplyCard*>(); }
  RingingCard& ringing() { return *view.findChild<RingingCard*>(); }
  StatusLine& line() { return view.controls().status(); }
  void show(CallKind kind, CallStatus::Phase phase) { view.set_status(secure_status(kind, phase)); }
  /// As if somebody looked at the card for half a second.
  void let_guard_pass() {
    auto* guard = ringing().findChild<QTimer*>("guard");
    REQUIRE(guard->isActive());
    guard->stop();
    REQUIRE(QMetaObject::invokeMethod(guard, "timeout", Qt::DirectConnection));
  }
  void ring() {
    show(CallKind::listen, CallStatus::Phase::ringing);
    let_guard_pass();
  }
};

}  // namespace evenkeel::test
