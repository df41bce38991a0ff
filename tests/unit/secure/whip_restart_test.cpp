#include <csignal>

#include "core/net/secure/whip_client.h"
#include "scripted_server.h"

using namespace evenkeel;
using test::ScriptedServer;
using test::Visitor;
using Outcome = WhipRestart::Outcome;

namespace {

const std::string ours = "a=ice-ufrag:ours\r\n";
const std::string type = "Content-Type: application/trickle-ice-sdpfrag\r\n";

// What is written to a connection that has ended must not end the test's own server.
const auto ignored = std::signal(SIGPIPE, SIG_IGN);

ScriptedServer::Answer says(const std::string& text) {
  return [text](Visitor& visitor, const std::string&) { visitor.send(text); };
}

WhipRestart ask(const ScriptedServer& server, const std::string& resource = "/session/7",
                const Cancellation* cancellation = nullptr) {
  WhipServer of;
  of.url = *parse_http_url(server.url("/whip"));
  of.token = "secret";
  return restart_call(of, *parse_http_url(server.url(resource)), ours, cancellation);
}

WhipRestart answered(int status) {
  const ScriptedServer server(says("HTTP/1.1 " + std::to_string(status) + " No\r\nContent-Length: 99999999\r\n\r\n"));
  return ask(server);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("An ICE restart is a PATCH of the resource that replaces whatever was there, and its answer comes back") {
  const ScriptedServer server(
      says("HTTP/1.1 200 OK\r\nETag: \"abccd\"\r\n" + type + "Content-Length: 5\r\n\r\na=b\r\n"));
  const WhipRestart restart = ask(server, "/session/7?a=b");
  CHECK(restart.outcome == Outcome::agreed);
  CHECK(restart.error.empty());
  CHECK(restart.fragment == "a=b\r\n");
  const std::string request = server.requests().at(0);
  CHECK(request.starts_with("PATCH /session/7?a=b HTTP/1.1\r\n"));
  CHECK(has(request, "\r\nIf-Match: \"*\"\r\n"));
  CHECK(has(request, "\r\n" + type));
  CHECK(has(request, "\r\nAuthorization: Bearer secret\r\n"));
  CHECK(request.ends_with("\r\n\r\n" + ours));
}

TEST_CASE("A server that knows nothing of the call any more has ended it") {
  for (const int status : {404, 410}) {
    const WhipRestart restart = answered(status);
    CHECK(restart.outcome == Outcome::gone);
    CHECK(has(restart.error, "has ended the call (" + std::to_string(status)));
  }
}

TEST_CASE("Each other answer to an ICE restart is a refusal in one sentence") {
  for (const int status : {201, 204, 307, 401, 405, 412, 415, 422, 428, 429, 500, 501, 503}) {
    const WhipRestart restart = answered(status);
    CHECK(restart.outcome == Outcome::refused);
    CHECK(has(restart.error, "(" + std::to_string(status)));
    CHECK(has(restart.error, "call again."));
    CHECK(restart.error.find('\n') == std::string::npos);
  }
  const ScriptedServer page(says("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nOK"));
  CHECK(has(ask(page).error, "no SDP fragment"));
}

TEST_CASE("Without an answer to an ICE restart another try may get one") {
  const ScriptedServer silent(says(""));
  CHECK(ask(silent).outcome == Outcome::unreachable);
  const ScriptedServer cut(says("HTTP/1.1 200 OK\r\n" + type + "Content-Length: 50\r\n\r\na=b\r\n"));
  CHECK(ask(cut).outcome == Outcome::unreachable);
  Cancellation cancellation;
  cancellation.cancel();
  const ScriptedServer ready(says("HTTP/1.1 200 OK\r\n\r\n"));
  CHECK(ask(ready, "/r", &cancellation).outcome == Outcome::unreachable);
  CHECK(ready.requests().empty());
}

TEST_CASE("A restart costs no more than the limit of size") {
  const ScriptedServer server([](Visitor& visitor, const std::string&) {
    bool goes_on = visitor.send("HTTP/1.1 200 OK\r\n" + type + "\r\n");
    while (goes_on) goes_on = visitor.send(std::string(1024, 'x'));
  });
  CHECK(has(ask(server).error, "64 kB"));
}

TEST_CASE("An ETag of the answer to an offer says that restarts are taken") {
  const auto takes = [](const std::string& header) {
    const ScriptedServer server(says("HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nLocation: /r\r\n" +
                                     header + "Content-Length: 3\r\n\r\nv=0"));
    WhipServer of;
    of.url = *parse_http_url(server.url("/whip"));
    return offer_call(of, "v=0\r\n", nullptr).takes_restarts;
  };
  CHECK(takes("ETag: \"x\"\r\n"));
  CHECK_FALSE(takes(""));
}
