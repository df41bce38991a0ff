#include <catch2/catch.hpp>

#include "gui/call/call_words.h"
#include "tests/gui/call_pictures.h"
#include "tests/gui/secure_call_view.h"
#include "tests/gui/window_fixture.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

/// Of a call by a media server.
CallStatus by_server(bool publishes) {
  CallStatus status = secure_status(CallKind::call, Phase::in_call);
  status.server = "media.example.org";
  status.text = "In a call by the server media.example.org";
  status.number.clear();
  status.local_candidate = "prflx";
  status.remote_candidate = "srflx";
  status.sends = publishes;
  status.receives = !publishes;
  return status;
}

}  // namespace

TEST_CASE("beside its lock a call by a media server says that the server sees the pictures") {
  SecureCallView f;
  f.view.set_status(by_server(true));
  REQUIRE(f.line().lock().isVisible());
  CHECK(f.line().lock().text() == "The server sees and hears the call");
  CHECK(f.line().lock().accessibleName() == f.line().lock().text());
  const QString meaning = f.line().lock().toolTip();
  CHECK(meaning.contains("Encrypted as far as the server media.example.org"));
  CHECK(meaning.contains("The server itself sees and hears the call"));
  CHECK(meaning.contains("candidates: prflx here, srflx there"));
  CHECK_FALSE(meaning.contains("number"));
  CHECK(number_to_compare(by_server(true)).isEmpty());
}

TEST_CASE("the lock of a call by a media server has a drawing of its own, not only another colour") {
  const auto shape = [](const CallStatus& status) {
    SecureCallView f;
    f.view.set_status(status);
    return f.line().lock().icon().pixmap(20).toImage().createAlphaMask();
  };
  CHECK(shape(by_server(true)) != shape(secure_status(CallKind::call, Phase::in_call)));
}

TEST_CASE("who publishes to a media server has its own picture in the large, in that call alone") {
  SecureCallView f;
  f.view.set_status(by_server(true));
  f.own.put(grey_picture(640, 360, 235));
  QApplication::processEvents();
  CHECK(f.view.video().own().isVisible());
  CHECK(f.view.video().own().geometry() == f.view.video().rect());
  f.show(CallKind::call, Phase::in_call);
  CHECK(f.view.video().own().width() < f.view.video().width() / 2);
}

TEST_CASE("who watches by a media server has no own picture") {
  SecureCallView f;
  f.view.set_status(by_server(false));
  CHECK(f.view.video().own().isHidden());
  CHECK(f.line().lock().text() == "The server sees and hears the call");
}

TEST_CASE("window: a media server's refusal stands in the message bar as it was said") {
  WindowFixture f;
  const QString sentence =
      "The server media.example.org answered 403 (forbidden): it may want a token: start 'evenkeel call' with the URL "
      "and --token-file FILE.";
  CallStatus status = status_of(Phase::ended, sentence.toStdString());
  status.kind = CallKind::call;
  status.failed = true;
  f.type(f.window->start_page().call_card().address(), "whip:https://media.example.org/whip");
  REQUIRE(f.calls.sent<StartCall>().size() == 1);
  CHECK(f.calls.sent<StartCall>()[0].address == "whip:https://media.example.org/whip");
  f.set_status(status);
  CHECK(f.shows("answered 403 (forbidden)"));
}
