#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <catch2/catch.hpp>

#include "gui/call/invitation_card.h"
#include "gui/call/ringing_card.h"
#include "tests/gui/secure_stages.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

/// What a window has stored, as it lies in the file and as it is read.
QString stored_settings() {
  QSettings settings;
  settings.sync();
  QFile file(settings.fileName());
  QString all = file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll()) : QString();
  for (const QString& key : settings.allKeys()) all += key + '=' + settings.value(key).toStringList().join(' ') + '\n';
  return all;
}

}  // namespace

TEST_CASE("window: a link is called, and stored nowhere") {
  WindowFixture f;
  const QString link = QString::fromStdString(sample_link());
  f.type(f.control<QLineEdit>("Address to call"), link);
  REQUIRE(f.calls.sent<StartCall>().size() == 1);
  CHECK(f.calls.sent<StartCall>()[0].address == sample_link());
  f.set_status(secure_status(CallKind::call, Phase::in_call));
  CHECK_FALSE(f.shows(link.mid(30, 12)));
  f.set_status(secure_status(CallKind::call, Phase::ended));
  f.control<Button>("Call again").click();  // It is known until the window closes.
  CHECK(f.calls.sent<StartCall>().back().address == sample_link());
  f.close();
  REQUIRE(stored_settings().contains("geometry"));
  CHECK_FALSE(stored_settings().contains(link.mid(30, 12)));
  CHECK_FALSE(stored_settings().contains("192.0.2.7"));
  f.open();
  CHECK(f.window->start_page().recent().isEmpty());
}

TEST_CASE("window: what is stored as a recent address and is none is not shown") {
  WindowFixture f;
  f.close();
  QSettings().setValue("start/recent", QStringList{QString::fromStdString(sample_link()), "192.0.2.7"});
  f.open();
  CHECK(f.window->start_page().recent() == QStringList{"192.0.2.7"});
}

TEST_CASE("window: a link that was copied is not made useless without a question") {
  const bool by_button = GENERATE(true, false);
  WindowFixture f;
  f.window->start_page().wait_card().wait_button().click();
  CallStatus waiting = secure_status(CallKind::listen, Phase::waiting);
  f.set_status(waiting);
  bool sure = false;
  int questions = 0;
  f.window->dialogs().confirmed = [&](auto&&...) { return ++questions, sure; };
  const auto renew = [&] {
    f.control<Button>("New link").click();
    f.poll();
    return f.calls.sent<RenewLink>().size();
  };
  by_button ? find_control<Button>(f.window->call_view().invitation(), "Copy")->click()
            : f.control<QPlainTextEdit>("Link to give away").selectAll();
  CHECK(renew() == 0);
  CHECK(questions == 1);
  sure = true;
  CHECK(renew() == 1);
  CHECK(questions == 2);
  waiting.invitation.replace(waiting.invitation.size() - 8, 8, "AnotherX");
  f.set_status(waiting);
  CHECK(renew() == 2);  // nobody has that one
  CHECK(questions == 2);
}

TEST_CASE("window: a listener sees its link, who calls, and answers") {
  const bool accept = GENERATE(true, false);
  WindowFixture f;
  f.window->start_page().wait_card().wait_button().click();
  CallStatus waiting = secure_status(CallKind::listen, Phase::waiting);
  waiting.text = "Waiting for a call at 0.0.0.0:5004";
  waiting.listens_at = "0.0.0.0:5004";
  f.set_status(waiting);
  CHECK(f.window->call_view().controls().status().accessibleName() == "Waiting for a call");
  CHECK(f.shows("whoever has it can ring you"));
  f.control<Button>("New link").click();
  f.poll();
  CHECK(f.calls.sent<RenewLink>().size() == 1);
  QApplication::clipboard()->setText(QString::fromStdString(sample_reply_code()));
  f.control<Button>("Reply code").click();
  f.poll();
  REQUIRE(f.calls.sent<TakeReplyCode>().size() == 1);
  CHECK(f.calls.sent<TakeReplyCode>()[0].text == sample_reply_code());
  CallStatus rings = secure_status(CallKind::listen, Phase::ringing);
  rings.caller = {1, 2, 3};
  f.set_status(rings);
  CHECK(f.shows("198.51.100.23:40123 calls"));
  CHECK(f.shows("0123 4567 8901 2345 6789"));
  auto& button = f.control<Button>(accept ? "Accept" : "Decline");
  REQUIRE(QTest::qWaitFor([&] { return button.isEnabled(); }, 5 * RingingCard::guard_ms));
  button.click();
  f.poll();
  REQUIRE(f.calls.sent<AnswerCall>().size() == 1);
  CHECK(f.calls.sent<AnswerCall>()[0].accept == accept);
  CHECK(f.calls.sent<AnswerCall>()[0].caller == rings.caller);
}

TEST_CASE("window: on the full screen Escape leaves it, and declines nobody") {
  WindowFixture f;
  f.window->start_page().wait_card().wait_button().click();
  f.set_status(secure_status(CallKind::listen, Phase::waiting));
  f.press(Qt::Key_F);
  REQUIRE(f.window->isFullScreen());
  f.set_status(secure_status(CallKind::listen, Phase::ringing));
  auto& decline = f.control<Button>("Decline");
  REQUIRE(QTest::qWaitFor([&] { return decline.isEnabled(); }, 5 * RingingCard::guard_ms));
  f.press(Qt::Key_Escape);
  CHECK_FALSE(f.window->isFullScreen());
  CHECK(f.calls.sent<AnswerCall>().empty());
  f.press(Qt::Key_Escape);
  REQUIRE(f.calls.sent<AnswerCall>().size() == 1);
  CHECK_FALSE(f.calls.sent<AnswerCall>()[0].accept);
}

TEST_CASE("window: what went wrong while nobody called is still there when somebody does") {
  WindowFixture f;
  f.window->start_page().wait_card().wait_button().click();
  f.set_status(secure_status(CallKind::listen, Phase::waiting));
  f.calls.next.failures = {"This reply code belongs to another link."};
  f.poll();
  f.set_status(secure_status(CallKind::listen, Phase::waiting));
  CHECK(f.message() == "This reply code belongs to another link.");
  f.calls.next.failures.clear();
  f.set_status(secure_status(CallKind::listen, Phase::ringing));
  CHECK(f.message() == "This reply code belongs to another link.");
}

TEST_CASE("window: what is said of a peer that left goes when the next one rings, or with the call") {
  const Phase next = GENERATE(Phase::ringing, Phase::ended);
  WindowFixture f;
  f.window->start_page().wait_card().wait_button().click();
  f.set_status(secure_status(CallKind::listen, Phase::in_call));
  f.set_status(secure_status(CallKind::listen, Phase::waiting));
  CHECK(f.message().startsWith("The other side hung up."));
  f.set_status(secure_status(CallKind::listen, next));
  CHECK(f.message().isEmpty());
}
