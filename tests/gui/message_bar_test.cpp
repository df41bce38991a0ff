#include "gui/call/message_bar.h"

#include <QLineEdit>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>
#include <catch2/catch.hpp>

#include "gui/call/button.h"

using namespace evenkeel;
using Kind = MessageBar::Kind;

namespace {

struct BarFixture {
  QWidget window;
  QLineEdit* elsewhere = new QLineEdit;
  MessageBar* bar = new MessageBar;

  BarFixture() {
    auto* layout = new QVBoxLayout(&window);
    layout->addWidget(elsewhere);
    layout->addWidget(bar);
    window.move(300, 300);
    QCursor::setPos(0, 0);  // nobody points at it
    window.show();
    window.activateWindow();
    (void)QTest::qWaitForWindowActive(&window);
    elsewhere->setFocus();
  }
  QTimer& leaving() { return *bar->findChild<QTimer*>("leaving"); }
  /// Its time is over.
  void wait_in_vain() {
    leaving().setInterval(0);
    QApplication::processEvents();
    QTest::qWait(1);
  }
};

}  // namespace

TEST_CASE("a notice goes once there was time to read it, an error and what is to last stay") {
  BarFixture f;
  f.bar->show_message(Kind::notice, "Written.");
  CHECK(f.leaving().isActive());
  CHECK(f.leaving().interval() == 10'000);
  f.wait_in_vain();
  CHECK(f.bar->message().isEmpty());
  for (const Kind kind : {Kind::error, Kind::lasting_notice}) {
    f.bar->show_message(Kind::notice, "Written.");
    f.bar->show_message(kind, "Something is so.");  // not with the time of the one before
    CHECK_FALSE(f.leaving().isActive());
    CHECK(f.bar->message() == "Something is so.");
    f.bar->dismiss();
  }
}

TEST_CASE("what is longer, or has a button, stays longer, and nothing goes while somebody is at it") {
  BarFixture f;
  CHECK(MessageBar::stay_ms(QString(200, 'x'), false) == 16'000);
  f.bar->show_message(Kind::notice, "Recorded.");
  f.bar->offer_folder([] {});
  CHECK(f.leaving().interval() == 60'000);
  f.bar->folder().setFocus();
  f.wait_in_vain();
  CHECK(f.bar->message() == "Recorded.");
  CHECK(f.leaving().isActive());  // and looks again
  f.elsewhere->setFocus();
  f.wait_in_vain();
  CHECK(f.bar->message().isEmpty());
}
