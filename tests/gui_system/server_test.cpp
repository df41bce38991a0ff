#include <catch2/catch.hpp>

#include "tests/gui_system/call_fixture.h"
#include "tests/unit/secure/scripted_server.h"
#include "tests/unit/signal/sdp_answers.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Phase = CallStatus::Phase;

namespace {

ScriptedServer::Answer says(const std::string& text) {
  return [text](Visitor& visitor, const std::string&) { visitor.send(text); };
}

/// Takes the call; nobody is at its addresses.
ScriptedServer::Answer takes_calls() {
  const std::string sdp = pion_answer();
  return says("HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nLocation: /resource\r\nContent-Length: " +
              std::to_string(sdp.size()) + "\r\n\r\n" + sdp);
}

void call(CallFixture& f, const std::string& address) {
  f.window->start_page().set_source("test");
  f.type("Address to call", QString::fromStdString(address));
}

}  // namespace

TEST_CASE("a media server's refusal is said in the window, with what to do") {
  const ScriptedServer server(says("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"));
  CallFixture f;
  call(f, "whip:" + server.url("/whip"));
  REQUIRE(f.within(8s, [&] { return f.status().phase == Phase::ended; }));
  CHECK(f.status().failed);
  CHECK(f.shows(
      "answered 403 (forbidden): it may want a token: start 'evenkeel call' with the URL and --token-file FILE."));
}

TEST_CASE("a call to a media server shows one's own picture while it begins, and names the server and not its path") {
  const ScriptedServer server(takes_calls());
  CallFixture f;
  call(f, "whip:" + server.url("/whip/secret-room"));
  REQUIRE(f.within(8s, [&] { return f.status().phase == Phase::connecting; }));
  CHECK(f.status().sends);
  CHECK_FALSE(f.status().receives);
  CHECK(f.status().server == "127.0.0.1:" + std::to_string(server.port()));
  CHECK(f.shows("Connecting to the server 127.0.0.1"));
  CHECK_FALSE(f.shows("secret-room"));
  VideoView& video = f.window->call_view().video();
  REQUIRE(f.within(5s, [&] { return video.own().isVisible() && video.own().geometry() == video.rect(); }));
  f.hang_up();
  CHECK(f.within(5s, [&] { return server.requests().size() == 2; }));
  CHECK(server.requests().back().starts_with("DELETE /resource "));
}
