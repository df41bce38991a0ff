#include "core/net/secure/whip_client.h"

#include <poll.h>

#include <csignal>

#include "core/net/clock.h"
#include "core/net/secure/http_request.h"
#include "scripted_server.h"

using namespace evenkeel;
using test::ScriptedServer;
using test::Visitor;

namespace {

const std::string offer = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n";
const std::string created =
    "HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nLocation: /resource/1\r\nContent-Length: 3\r\n\r\nv=0";

// What is written to a connection that has ended must not end the test's own server.
const auto ignored = std::signal(SIGPIPE, SIG_IGN);

WhipServer server_at(const std::string& url, const std::string& token = "") {
  WhipServer server;
  server.url = *parse_http_url(url);
  server.token = token;
  return server;
}

WhipAnswer post(const std::string& url, const std::string& token = "") {
  return offer_call(server_at(url, token), offer, nullptr);
}

ScriptedServer::Answer says(const std::string& text) {
  return [text](Visitor& visitor, const std::string&) { visitor.send(text); };
}

std::string redirect(const std::string& location, int status = 307) {
  return "HTTP/1.1 " + std::to_string(status) + " Elsewhere\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

HttpAnswer get_within(const std::string& url, Duration time) {
  return exchange({"POST", *parse_http_url(url), "", "application/sdp", offer}, {monotonic_now() + time}, nullptr);
}

}  // namespace

TEST_CASE("An offer goes by POST with the token, and the answer comes back with its resource and ICE servers") {
  const ScriptedServer server(
      says("HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nLocation: ../session/7?a=b\r\n"
           "Link: <stun:stun.example.net>; rel=\"ice-server\"\r\n"
           "Link: <turn:turn.example.net>; rel=\"ice-server\"; username=\"u\"; credential=\"c\"\r\n"
           "Content-Length: 5\r\n\r\nv=0\r\n"));
  const WhipAnswer answer = post(server.url("/whip/stream?x=1"), "secret");
  CHECK(answer.error.empty());
  CHECK(answer.sdp == "v=0\r\n");
  REQUIRE(answer.resource);
  CHECK(to_string(*answer.resource) == server.url("/session/7?a=b"));
  CHECK(answer.ice_servers.size() == 2);
  const std::string request = server.requests().at(0);
  CHECK(request.starts_with("POST /whip/stream?x=1 HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(server.port()) +
                            "\r\n"));
  CHECK(has(request, "\r\nContent-Type: application/sdp\r\n"));
  CHECK(has(request, "\r\nAuthorization: Bearer secret\r\n"));
  CHECK(request.ends_with("\r\n\r\n" + offer));
}

TEST_CASE("The end of a call is a DELETE of its resource, with the token") {
  const ScriptedServer server(says("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
  delete_call(server_at(server.url("/whip"), "secret"), *parse_http_url(server.url("/session/7")), 10s);
  const std::string request = server.requests().at(0);
  CHECK(request.starts_with("DELETE /session/7 HTTP/1.1\r\n"));
  CHECK(has(request, "\r\nAuthorization: Bearer secret\r\n"));
}

TEST_CASE("Each refusal of a server is one sentence with what to do") {
  const auto refused = [](int status, const std::string& token) {
    const ScriptedServer server(says("HTTP/1.1 " + std::to_string(status) + " No\r\nContent-Length: 99999999\r\n\r\n"));
    const WhipAnswer answer = post(server.url("/whip"), token);
    CHECK_FALSE(answer.resource);
    CHECK(answer.error.find('\n') == std::string::npos);
    CHECK(answer.error.ends_with('.'));
    return answer.error;
  };
  CHECK(has(refused(401, ""), "--token-file"));
  CHECK(has(refused(401, "t"), "ask for a new one"));
  CHECK(has(refused(403, ""), "--token-file"));
  CHECK(has(refused(404, ""), "check its path"));
  CHECK(has(refused(405, ""), "takes no calls"));
  CHECK(has(refused(406, ""), "VP8"));
  CHECK(has(refused(415, ""), "VP8"));
  CHECK(has(refused(409, ""), "another stream"));
  CHECK(has(refused(429, ""), "wait a minute"));
  CHECK(has(refused(500, ""), "its own"));
  CHECK(has(refused(503, ""), "try again later"));
  CHECK(has(refused(200, ""), "instead of 201"));
  CHECK(has(refused(418, ""), "refuses the call"));
  CHECK(has(refused(302, ""), "elsewhere"));
}

TEST_CASE("A 201 that is none is refused, and its resource is still known where it was named") {
  const ScriptedServer nowhere(
      says("HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nContent-Length: 3\r\n\r\nv=0"));
  CHECK(has(post(nowhere.url("/")).error, "Location"));
  const ScriptedServer page(
      says("HTTP/1.1 201 Created\r\nContent-Type: text/html\r\nLocation: /r\r\nContent-Length: 3\r\n\r\nv=0"));
  const WhipAnswer html = post(page.url("/"));
  CHECK(has(html.error, "application/sdp"));
  CHECK(html.resource);
  const ScriptedServer huge(
      says("HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nLocation: /r\r\n"
           "Content-Length: 65537\r\n\r\nv=0"));
  const WhipAnswer long_one = post(huge.url("/"));
  CHECK(has(long_one.error, "64 kB"));
  const ScriptedServer cut(
      says("HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nLocation: /r\r\n"
           "Content-Length: 30\r\n\r\nv=0"));
  const WhipAnswer short_one = post(cut.url("/"));
  CHECK(has(short_one.error, "cut off"));
  CHECK(short_one.resource);
}

TEST_CASE("A server behind what ends TLS may take itself for one of plain HTTP: its own host is asked by TLS") {
  const test::TrustedCertificate trusted;
  const auto resource = [&](const std::string& location) {
    const ScriptedServer server(says("HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nLocation: " + location +
                                     "\r\nContent-Length: 3\r\n\r\nv=0"),
                                &trusted.tls());
    const WhipAnswer answer = post(server.url("/"));
    CHECK(answer.error.empty() == answer.resource.has_value());
    CHECK((answer.resource || has(answer.error, "leads where no call is ended")));
    const std::string own = server.url("/r?a");
    return !answer.resource ? "none" : to_string(*answer.resource) == own ? "own" : "elsewhere";
  };
  CHECK(resource("http://127.0.0.1/r?a") == std::string("own"));
  CHECK(resource("HTTP://127.0.0.1:80/r?a") == std::string("own"));
  CHECK(resource("http://127.0.0.1:8080/r?a") == std::string("none"));
  CHECK(resource("http://example.org/r?a") == std::string("none"));
  CHECK(resource("http://127.0.0.1@example.org/r?a") == std::string("none"));
}

TEST_CASE("Answers in chunks, after hints, and with upper case are taken") {
  const ScriptedServer server(
      says("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
           "HTTP/1.1 201 Created\r\nContent-Type: Application/SDP; charset=utf-8\r\nLocation: /r\r\n"
           "Transfer-Encoding: chunked\r\n\r\n2\r\nv=\r\n1\r\n0\r\n0\r\n\r\n"));
  const WhipAnswer answer = post(server.url("/"));
  CHECK(answer.error.empty());
  CHECK(answer.sdp == "v=0");
}

TEST_CASE("A redirect keeps the offer, and the token stays at its own origin") {
  const ScriptedServer other(says(created));
  const ScriptedServer first([&](Visitor& visitor, const std::string& request) {
    visitor.send(request.starts_with("POST /a ") ? redirect("/b") : redirect(other.url("/c"), 308));
  });
  const WhipAnswer answer = post(first.url("/a"), "secret");
  CHECK(answer.error.empty());
  CHECK(to_string(*answer.resource) == other.url("/resource/1"));
  REQUIRE(first.requests().size() == 2);
  CHECK(has(first.requests()[1], "Bearer secret"));
  CHECK(has(other.requests().at(0), offer));
  CHECK_FALSE(has(other.requests().at(0), "secret"));
  delete_call(server_at(first.url("/a"), "secret"), *answer.resource, 10s);
  CHECK(other.requests().at(1).starts_with("DELETE "));
  CHECK_FALSE(has(other.requests().at(1), "secret"));
}

TEST_CASE("Who is sent elsewhere without the token learns that, and not that it is not good") {
  const ScriptedServer other(says("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n"));
  const ScriptedServer first(says(redirect(other.url("/b"))));
  const std::string advice = post(first.url("/a"), "secret").error;
  CHECK(has(advice, "The server 127.0.0.1:" + std::to_string(other.port()) + " answered 401"));
  CHECK(has(advice, "127.0.0.1:" + std::to_string(first.port()) + " sends calls there"));
  CHECK(has(advice, "call the URL at 127.0.0.1:" + std::to_string(other.port())));
  CHECK(has(post(first.url("/a")).error, "--token-file"));
}

TEST_CASE("Redirects end after three, and lead neither to plain HTTP nor anywhere odd") {
  const ScriptedServer loop(says(redirect("/again")));
  CHECK(has(post(loop.url("/")).error, "without end"));
  CHECK(loop.requests().size() == 4);
  for (const char* odd : {"http://example.org/", "ftp://127.0.0.1/", "http://u:p@127.0.0.1/", "http://[::1", ""}) {
    const ScriptedServer server(says(redirect(odd)));
    CHECK(has(post(server.url("/")).error, "elsewhere"));
    CHECK(server.requests().size() == 1);
  }
}

TEST_CASE("A certificate must be trusted, and that of the host") {
  const test::TrustedCertificate trusted;
  const ScriptedServer server(says(created), &trusted.tls());
  CHECK(post(server.url("/")).error.empty());
  CHECK(has(post(server.url("/", "localhost")).error, "not trusted"));
  const TlsContext strange = TlsContext::self_signed(test::loopback_address());
  const ScriptedServer impostor(says(created), &strange);
  const WhipAnswer answer = post(impostor.url("/"), "secret");
  CHECK(has(answer.error, "not trusted"));
  CHECK(impostor.requests().empty());
}

TEST_CASE("An answer by TLS is whole where its length says so, and else only by a goodbye") {
  const test::TrustedCertificate trusted;
  const std::string unmeasured = "HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nLocation: /r\r\n\r\nv=0";
  const ScriptedServer rude(says(unmeasured), &trusted.tls());
  CHECK(has(post(rude.url("/")).error, "cut off"));
  const ScriptedServer polite(
      [&](Visitor& visitor, const std::string&) {
        visitor.send(unmeasured);
        visitor.say_goodbye();
      },
      &trusted.tls());
  CHECK(post(polite.url("/")).error.empty());
}

TEST_CASE("What is no HTTP, or never TLS, is said") {
  const ScriptedServer talker(says("220 mail.example.net ESMTP\r\n"));
  CHECK(has(post(talker.url("/")).error, "no HTTP"));
  const ScriptedServer silent(says(""));
  CHECK(has(post(silent.url("/")).error, "cut off"));
  CHECK(has(post("https://127.0.0.1:" + std::to_string(talker.port())).error, "TLS 1.2"));
}

TEST_CASE("Nobody at the port, and no such name") {
  std::string url;
  {
    const ScriptedServer gone(says(""));
    url = gone.url("/");
  }
  CHECK(has(post(url).error, "No connection"));
  CHECK(has(post("https://nobody.invalid/").error, "Cannot find"));
}

TEST_CASE("No answer is longer than what a call needs, whatever it is made of") {
  const auto endless = [](std::string start, std::string part) {
    return [start, part](Visitor& visitor, const std::string&) {
      bool goes_on = visitor.send(start);
      while (goes_on) goes_on = visitor.send(part);
    };
  };
  const std::string head = "HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nLocation: /r\r\n";
  const std::string kilobyte(1024, 'x');
  const auto ends_early = [](const ScriptedServer& server) {
    const HttpFailure::Kind why = get_within(server.url("/"), 10s).failure.kind;
    return why == HttpFailure::Kind::too_long || why == HttpFailure::Kind::malformed;
  };
  const ScriptedServer headers(endless("HTTP/1.1 201 Created\r\n", "A: " + kilobyte + "\r\n"));
  CHECK(get_within(headers.url("/"), 10s).failure.kind == HttpFailure::Kind::too_long);
  const ScriptedServer one_header(endless("HTTP/1.1 201 Created\r\nA: ", kilobyte));
  CHECK(ends_early(one_header));
  const ScriptedServer body(endless(head + "\r\n", kilobyte));
  CHECK(get_within(body.url("/"), 10s).failure.kind == HttpFailure::Kind::too_long);
  const ScriptedServer chunks(endless(head + "Transfer-Encoding: chunked\r\n\r\n", "1;" + kilobyte + "\r\nx\r\n"));
  CHECK(ends_early(chunks));
  const ScriptedServer hints(endless("", "HTTP/1.1 100 Continue\r\n\r\n"));
  CHECK(ends_early(hints));
}

TEST_CASE("A server that drips, stalls or never shakes hands costs no more than the limit") {
  const ScriptedServer drip([](Visitor& visitor, const std::string&) {
    bool goes_on = visitor.send("HTTP/1.1 201 Created\r\n");
    while (goes_on) {
      goes_on = visitor.send("A: b\r\n");
      std::this_thread::sleep_for(5ms);
    }
  });
  CHECK(get_within(drip.url("/"), 100ms).failure.kind == HttpFailure::Kind::late);
  const ScriptedServer stall([](Visitor& visitor, const std::string&) { visitor.wait_for_end(); });
  CHECK(get_within(stall.url("/"), 100ms).failure.kind == HttpFailure::Kind::late);
  CHECK(get_within("https://127.0.0.1:" + std::to_string(stall.port()), 100ms).failure.kind == HttpFailure::Kind::late);
}

TEST_CASE("Who gives up ends the wait at once, as long as nothing has left") {
  Cancellation cancellation;
  const ScriptedServer stall([](Visitor& visitor, const std::string&) { visitor.wait_for_end(); });
  std::thread other([&] { cancellation.cancel(); });
  // A handshake that never ends: without the cancellation it would take 10 s, and say so.
  const WhipAnswer answer =
      offer_call(server_at("https://127.0.0.1:" + std::to_string(stall.port())), offer, &cancellation);
  other.join();
  CHECK(has(answer.error, "given up"));
  const ScriptedServer ready(says(created));
  CHECK(has(offer_call(server_at(ready.url("/")), offer, &cancellation).error, "given up"));
  CHECK(ready.requests().empty());
}

TEST_CASE("A server that answers too late is still asked for what to delete") {
  Cancellation answers;
  const ScriptedServer server([&](Visitor& visitor, const std::string&) {
    wait_for(answers.file(), POLLIN, {monotonic_now() + 10s});
    visitor.send(created.substr(0, created.find("v=0")));  // the body may come later still
    visitor.wait_for_end();
  });
  const HttpUrl url = *parse_http_url(server.url("/whip"));
  HttpAnswer answer = exchange({"POST", url, "", "application/sdp", offer}, {monotonic_now() + 100ms}, nullptr);
  CHECK(answer.failure.kind == HttpFailure::Kind::late);
  REQUIRE(answer.pending);
  answers.cancel();
  const auto resource = late_resource({answer.pending, url}, 10s);
  REQUIRE(resource);
  CHECK(to_string(*resource) == server.url("/resource/1"));
  answer.pending.reset();
}

TEST_CASE("A late refusal, or none at all, names nothing to delete") {
  const auto late = [](const std::string& text) {
    const ScriptedServer server([&](Visitor& visitor, const std::string&) {
      std::this_thread::sleep_for(100ms);
      visitor.send(text);
      visitor.wait_for_end();
    });
    const HttpUrl url = *parse_http_url(server.url("/whip"));
    HttpAnswer answer = exchange({"POST", url, "", "application/sdp", offer}, {monotonic_now() + 50ms}, nullptr);
    REQUIRE(answer.pending);
    const auto resource = late_resource({answer.pending, url}, 300ms);
    answer.pending.reset();
    return resource;
  };
  CHECK_FALSE(late("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"));
  CHECK_FALSE(late(""));
  CHECK_FALSE(late("HTTP/1.1 201 Created\r\n"));
}
