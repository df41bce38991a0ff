#include "gui/call/message_bar.h"

#include <QLabel>
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
  QTimer& leaving() { return *bar->findChildren<QTimer*>("leaving").back(); }
  int shown() const {
    int count = 0;
    for (const MessageRow* row : bar->findChildren<MessageRow*>()) count += row->isVisible() ? 1 : 0;
    return count;
  }
  /// The time of the last message is over.
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
  CHECK(f.bar->isHidden());
  for (const Kind kind : {Kind::error, Kind::lasting_notice}) {
    f.bar->show_message(kind, "Something is so.");
    CHECK_FALSE(f.leaving().isActive());
    f.bar->dismiss();
  }
}

TEST_CASE("no message takes another one's place: they follow in their order, and errors wait for somebody") {
  BarFixture f;
  f.bar->show_message(Kind::error, "The camera is lost.");
  f.bar->show_message(Kind::error, "The disk is full.");
  for (const char* notice : {"Written.", "Copied.", "Recorded."}) f.bar->show_message(Kind::notice, notice);
  CHECK(f.bar->all() == QStringList{"The camera is lost.", "The disk is full.", "Written.", "Copied.", "Recorded."});
  CHECK(f.shown() == 3);
  const auto timers = f.bar->findChildren<QTimer*>("leaving");
  CHECK(timers[2]->isActive());
  CHECK_FALSE(timers[3]->isActive());  // its time begins when it can be seen
  timers[2]->setInterval(0);
  QApplication::processEvents();
  QTest::qWait(1);
  CHECK(f.bar->all() == QStringList{"The camera is lost.", "The disk is full.", "Copied.", "Recorded."});
  CHECK(f.shown() == 3);
  CHECK(timers[3]->isActive());
  QTest::keyClick(f.bar->findChild<MessageRow*>(), Qt::Key_Escape);
  CHECK(f.bar->all() == QStringList{"The disk is full.", "Copied.", "Recorded."});
  CHECK(f.shown() == 3);
}

TEST_CASE("what is said again is counted, and has its time again") {
  BarFixture f;
  f.bar->show_message(Kind::notice, "You are muted.");
  f.bar->show_message(Kind::error, "You are muted.");  // another kind
  f.leaving().setInterval(1'000'000);
  for (int i = 0; i < 2; ++i) f.bar->show_message(Kind::notice, "You are muted.");
  CHECK(f.bar->all().size() == 2);
  CHECK(f.bar->findChildren<QLabel*>().at(1)->text() == "You are muted. (3 times)");
  CHECK(f.bar->findChildren<QTimer*>("leaving").front()->interval() == 10'000);
  for (int i = 0; i < 100; ++i) f.bar->show_message(Kind::notice, QString::number(i));
  CHECK(f.bar->all().size() == static_cast<int>(MessageBar::max_kept));
  CHECK(f.bar->contains("You are muted."));  // the error
}

TEST_CASE("nobody has seen a notice while the window is out of sight") {
  BarFixture f;
  f.bar->show_message(Kind::notice, "Written.");
  f.window.hide();
  f.wait_in_vain();
  CHECK(f.bar->message() == "Written.");
  CHECK_FALSE(f.leaving().isActive());
  f.window.show();
  f.window.activateWindow();
  (void)QTest::qWaitForWindowActive(&f.window);
  f.wait_in_vain();
  CHECK(f.bar->message().isEmpty());
}

TEST_CASE("who comes back from another program has all the time to read a notice") {
  BarFixture f;
  f.bar->show_message(Kind::notice, "Written.");
  f.bar->show_message(Kind::error, "The disk is full.");
  QTimer& notice = *f.bar->findChildren<QTimer*>("leaving").front();
  notice.setInterval(50);  // all but over
  Q_EMIT qGuiApp->applicationStateChanged(Qt::ApplicationInactive);
  Q_EMIT qGuiApp->applicationStateChanged(Qt::ApplicationActive);
  CHECK(notice.interval() == 10'000);
  CHECK_FALSE(f.leaving().isActive());  // of the error
}

TEST_CASE("what is longer, or has a button, stays longer, and nothing goes while somebody is at it") {
  BarFixture f;
  CHECK(message_stay_ms(QString(200, 'x'), false) == 16'000);
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
