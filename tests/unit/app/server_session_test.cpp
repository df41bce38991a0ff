#include "app/call/server_session.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <memory>
#include <system_error>
#include <thread>

#include "app/call/server_call.h"
#include "app/cli/call_options.h"
#include "core/net/clock.h"

using namespace evenkeel;

namespace {

/// Takes one connection on 127.0.0.1, and answers nothing.
struct Front {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  std::uint16_t port = 0;

  Front() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(listen(listener, 4) == 0);
    socklen_t size = sizeof address;
    getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
    port = ntohs(address.sin_port);
  }
  ~Front() { close(listener); }

  HttpUrl url(const std::string& path) const {
    return *parse_http_url("http://127.0.0.1:" + std::to_string(port) + path);
  }
  bool has_visitor(int milliseconds) const {
    pollfd asked{listener, POLLIN, 0};
    return poll(&asked, 1, milliseconds) == 1;
  }
  /// Of the next visitor, which goes as soon as `before_end` is done.
  std::string request(const std::function<void()>& before_end = [] {}) const {
    REQUIRE(has_visitor(10000));
    const int visitor = accept(listener, nullptr, nullptr);
    char text[512];
    const ssize_t size = recv(visitor, text, sizeof text, 0);
    before_end();
    close(visitor);
    return {text, static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }
};

WhipServer server_at(const HttpUrl& url) {
  WhipServer server;
  server.url = url;
  return server;
}

/// No thread begins any more: there is no room for its stack.
void take_room_for_threads() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t used = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  const rlimit limit{used + (2U << 20U), used + (2U << 20U)};
  setrlimit(RLIMIT_AS, &limit);
}

/// Also those whose stacks are kept for the next.
void take_all_threads() {
  try {
    while (true) std::thread([] { pause(); }).detach();
  } catch (const std::system_error&) {
  }
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

}  // namespace

TEST_CASE("A call that ends is ended at the server before the program ends") {
  if (sanitized) return;  // they take no threads after a fork, and more room than is left below
  const Front front;
  const pid_t child = fork();
  if (child == 0) {
    { const ServerSession session(server_at(front.url("/whip")), front.url("/resource")); }
    std::_Exit(end_program(7));
  }
  CHECK(front.request().starts_with("DELETE /resource HTTP/1.1\r\n"));
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 7);
}

TEST_CASE("Where there is no thread, the goodbye is said in place") {
  if (sanitized) return;
  const Front front;
  const pid_t child = fork();
  if (child == 0) {
    auto session = std::make_unique<ServerSession>(server_at(front.url("/whip")), front.url("/resource"));
    take_room_for_threads();
    take_all_threads();
    session.reset();
    std::_Exit(7);  // at once: nothing that is promised is waited for
  }
  CHECK(front.request().starts_with("DELETE /resource HTTP/1.1\r\n"));
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 7);
}

TEST_CASE("A new call of a URL waits until the one before is ended there") {
  const Front front;
  const ServerPlace place{ServerCall::publish, front.url("/whip")};
  { const ServerSession session(server_at(place.url), front.url("/resource")); }
  const Cancellation cancellation;
  std::thread joining([&] { join_server(place, CallOptions(), cancellation); });
  const std::string first = front.request([&] { CHECK_FALSE(front.has_visitor(300)); });
  CHECK(first.starts_with("DELETE /resource "));
  CHECK(front.request().starts_with("POST /whip "));
  joining.join();
}

TEST_CASE("Who waits for a goodbye waits for one of that URL alone, not for long, and not once it is cancelled") {
  const Front front;
  const auto waits = [](const HttpUrl& url, const Cancellation& cancellation) {
    const LocalTime begin = monotonic_now();
    wait_for_goodbyes(url, cancellation);
    return monotonic_now() - begin;
  };
  { const ServerSession session(server_at(front.url("/whip")), front.url("/resource")); }
  const Cancellation goes_on;
  Cancellation cancelled;
  cancelled.cancel();
  CHECK(waits(front.url("/other"), goes_on) < 1s);
  CHECK(waits(front.url("/whip"), cancelled) < 1s);
  const Duration waited = waits(front.url("/whip"), goes_on);
  CHECK(waited > 500ms);  // nobody answers
  CHECK(waited < 10s);
}
