#include "core/net/secure/page_server.h"

#include <chrono>
#include <list>

#include "page_visitor.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const std::string page = "<!doctype html>" + std::string(39'000, 'x');
const IpAddress loopback{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1};

struct Fixture {
  explicit Fixture(Duration time_limit = 5s) {
    config.page = page;
    config.policy = "default-src 'none'";
    config.bind = {loopback, 0};
    config.time_limit = time_limit;
    REQUIRE(server.open(config).empty());
  }
  /// What comes back for a request.
  std::string ask(const std::string& request, const char* from = "127.0.0.1") {
    Visit visit(server.local(), from);
    REQUIRE(visit.handshake());
    visit.send(request);
    std::string answer = visit.answer();
    CHECK(visit.was_ended_well());
    return answer;
  }

  TlsContext tls = TlsContext::self_signed(loopback);
  PageServer::Config config;
  PageServer server{tls};
};

std::string request(const std::string& line, const std::string& more = "") {
  return line + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n";
}

std::string status_of(const std::string& answer) { return answer.substr(0, answer.find("\r\n")); }
std::string body_of(const std::string& answer) { return answer.substr(answer.find("\r\n\r\n") + 4); }
bool has_header(const std::string& answer, const std::string& line) {
  return answer.substr(0, answer.find("\r\n\r\n") + 2).find("\r\n" + line + "\r\n") != std::string::npos;
}

Duration since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - start);
}

std::size_t open_count(std::list<Visit>& visits) {
  std::size_t count = 0;
  for (Visit& visit : visits) {
    if (!visit.is_closed()) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("The page is served with what browsers must know of it") {
  Fixture f;
  const std::string answer = f.ask(request("GET /"));
  CHECK(status_of(answer) == "HTTP/1.1 200 OK");
  CHECK(body_of(answer) == page);
  CHECK(has_header(answer, "Content-Type: text/html; charset=utf-8"));
  CHECK(has_header(answer, "Content-Length: " + std::to_string(page.size())));
  CHECK(has_header(answer, "Content-Security-Policy: default-src 'none'"));
  CHECK(has_header(answer, "Referrer-Policy: no-referrer"));
  CHECK(has_header(answer, "X-Content-Type-Options: nosniff"));
  CHECK(has_header(answer, "Cache-Control: no-store"));
  CHECK(has_header(answer, "Connection: close"));
}

TEST_CASE("HEAD gets the same without the page, and what others append to a link changes nothing") {
  Fixture f;
  const std::string full = f.ask(request("GET /?from=elsewhere"));
  CHECK(body_of(full) == page);
  const std::string head = f.ask(request("HEAD /"));
  CHECK(head + page == full);
}

TEST_CASE("Requests for anything else get a number and nothing more") {
  Fixture f;
  const auto [line, status] = GENERATE(table<std::string, std::string>({
      {"GET /index.html", "HTTP/1.1 404 Not Found"},
      {"GET //", "HTTP/1.1 404 Not Found"},
      {"GET /..", "HTTP/1.1 404 Not Found"},
      {"GET https://other.example/", "HTTP/1.1 404 Not Found"},
      {"POST /elsewhere", "HTTP/1.1 404 Not Found"},
      {"POST /", "HTTP/1.1 405 Method Not Allowed"},
      {"OPTIONS /", "HTTP/1.1 405 Method Not Allowed"},
      {"NONSENSE /", "HTTP/1.1 405 Method Not Allowed"},
      {"", "HTTP/1.1 400 Bad Request"},
      {"GET", "HTTP/1.1 400 Bad Request"},
  }));
  const std::string answer = f.ask(request(line));
  CHECK(status_of(answer) == status);
  CHECK(body_of(answer).empty());
  CHECK(has_header(answer, "Content-Length: 0"));
  CHECK(has_header(answer, "Allow: GET, HEAD") == (status.find("405") != std::string::npos));
}

TEST_CASE("Headers may have 8 kB and no more") {
  Fixture f;
  const auto with = [&](std::size_t size) { return f.ask(request("GET /", "X: " + std::string(size, 'x') + "\r\n")); };
  CHECK(status_of(with(8000)) == "HTTP/1.1 200 OK");
  CHECK(status_of(with(8200)) == "HTTP/1.1 431 Request Header Fields Too Large");
}

TEST_CASE("A request that announces a body gets its answer without one") {
  Fixture f;
  CHECK(body_of(f.ask(request("GET /", "Content-Length: 5\r\n"))) == page);
}

TEST_CASE("TLS 1.2 and 1.3 are spoken, and nothing older") {
  Fixture f;
  const int version = GENERATE(TLS1_VERSION, TLS1_1_VERSION, TLS1_2_VERSION, TLS1_3_VERSION);
  Visit visit(f.server.local());
  CHECK(visit.handshake(version, version) == (version >= TLS1_2_VERSION));
}

TEST_CASE("A connection is new each time: no session is kept, by ticket or by number") {
  Fixture f;
  const int version = GENERATE(TLS1_2_VERSION, TLS1_3_VERSION);
  Visit visit(f.server.local());
  REQUIRE(visit.handshake(version, version));
  visit.send(request("GET /"));
  CHECK(body_of(visit.answer()) == page);
  const SSL_SESSION* session = SSL_get_session(&visit.ssl());
  CHECK(SSL_SESSION_has_ticket(session) == 0);
  unsigned size = 0;
  SSL_SESSION_get_id(session, &size);
  CHECK((size == 0 || version == TLS1_3_VERSION));
}

TEST_CASE("Who says nothing, or never comes to an end, is closed when time is up") {
  Fixture f(200ms);
  const auto start = std::chrono::steady_clock::now();
  Visit silent(f.server.local());
  Visit idle(f.server.local());
  REQUIRE(idle.handshake());
  Visit slow(f.server.local());
  REQUIRE(slow.handshake());
  slow.send("GET / HTTP/1.1\r\nHost:");
  CHECK(silent.is_closed_in_time());
  CHECK(idle.answer().empty());
  CHECK(slow.answer().empty());
  CHECK(since(start) >= 200ms);
  CHECK(since(start) < 5s);
  CHECK(body_of(f.ask(request("GET /"))) == page);
}

TEST_CASE("Half-open connections of one address keep nobody out, not even from there") {
  Fixture f;
  std::list<Visit> open;
  for (int i = 0; i < 100; ++i) open.emplace_back(f.server.local());
  CHECK(body_of(f.ask(request("GET /"), "127.0.0.2")) == page);
  CHECK(body_of(f.ask(request("GET /"))) == page);
  CHECK(open_count(open) <= PageServer::max_connections);
}

TEST_CASE("A visitor whose handshake is finished stays while others come and say nothing") {
  Fixture f;
  Visit visitor(f.server.local(), "127.0.0.2");
  REQUIRE(visitor.handshake());
  std::list<Visit> open;
  for (int i = 0; i < 100; ++i) open.emplace_back(f.server.local());
  CHECK(body_of(f.ask(request("GET /"), "127.0.0.3")) == page);
  visitor.send(request("GET /"));
  CHECK(body_of(visitor.answer()) == page);
}

TEST_CASE("A server ends at once, with connections open") {
  auto f = std::make_unique<Fixture>();
  Visit half_open(f->server.local());
  Visit idle(f->server.local());
  REQUIRE(idle.handshake());
  const auto start = std::chrono::steady_clock::now();
  f.reset();
  CHECK(since(start) < 4s);
  CHECK(half_open.is_closed_in_time());
}

TEST_CASE("A port that another program has is reported, or evaded where that was asked for") {
  Fixture first;
  PageServer second(first.tls);
  PageServer::Config config = first.config;
  config.bind = first.server.local();
  CHECK_THAT(second.open(config), Catch::Contains("choose another port (--page-bind)."));
  config.or_any_port = true;
  CHECK(second.open(config).empty());
  CHECK(second.local().port != first.server.local().port);
}

TEST_CASE("At all addresses means those of both families") {
  Fixture f;
  PageServer everywhere(f.tls);
  PageServer::Config config = f.config;
  config.bind = {any_ipv4, 0};
  REQUIRE(everywhere.open(config).empty());
  Visit visit(everywhere.local());
  CHECK(visit.handshake());
}
