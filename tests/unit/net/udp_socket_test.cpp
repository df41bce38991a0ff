#include "core/net/udp_socket.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "loopback.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Datagrams go from socket to socket, stamped as they arrive") {
  struct Row {
    const char* listener;
    const char* caller;
    const char* to;    // with the listener's port
    const char* from;  // as the listener sees it
    int overhead;
  };
  const auto row = GENERATE(values<Row>({
      {"127.0.0.1:0", "127.0.0.1:0", "127.0.0.1", "127.0.0.1", 28},
      {"[::1]:0", "[::1]:0", "[::1]", "[::1]", 48},
      {"[::]:0", "127.0.0.1:0", "127.0.0.1", "127.0.0.1", 48},  // both families on one socket
      {"0.0.0.0:0", "127.0.0.1:0", "127.0.0.1", "127.0.0.1", 28},
  }));
  CAPTURE(row.listener, row.caller);
  boost::asio::io_context io;
  UdpSocket listener(io);
  UdpSocket caller(io);
  REQUIRE(listener.open(endpoint(row.listener)).empty());
  REQUIRE(caller.open(endpoint(row.caller)).empty());
  CHECK(listener.ip_overhead() == bytes(row.overhead));
  REQUIRE(listener.local().port != 0);
  const Endpoint to = endpoint(row.to + (':' + std::to_string(listener.local().port)));
  const LocalTime before = monotonic_now();
  for (int i = 0; i < 100; ++i) REQUIRE(caller.send(Bytes(static_cast<std::size_t>(i), 7), to));
  const LocalTime sent = monotonic_now();
  const auto arrived = receive(io, listener, 100);
  REQUIRE(arrived.size() == 100);
  for (std::size_t i = 0; i < 100; ++i) {
    REQUIRE(arrived[i].bytes == Bytes(i, 7));
    REQUIRE(to_string(arrived[i].from) == row.from + (':' + std::to_string(caller.local().port)));
    REQUIRE(arrived[i].arrival >= before - 1ms);  // two clocks are read for the conversion
    REQUIRE(arrived[i].arrival <= sent + 50ms);
    if (i > 0) REQUIRE(arrived[i].arrival >= arrived[i - 1].arrival - 1ms);
  }
}

TEST_CASE("A socket that takes another port sends from there, hears there, and at the one before no more") {
  for (const char* address : {"127.0.0.1:0", "[::1]:0"}) {
    Pair pair(address);
    std::vector<Bytes> heard;
    pair.caller.async_wait([&](std::error_code error) {
      REQUIRE_FALSE(error);
      pair.caller.receive_all(
          [&](const UdpSocket::Received& r) { heard.emplace_back(r.datagram.begin(), r.datagram.end()); });
    });
    const Endpoint before = pair.caller.local();
    const int fd = pair.caller.native_handle();
    pair.caller.take_another_port();
    CHECK(pair.caller.native_handle() == fd);
    const Endpoint after = pair.caller.local();
    CHECK(after.same_host(before));
    CHECK(after.port != before.port);
    CHECK(pair.listener.send(Bytes{1}, before));
    CHECK(pair.listener.send(Bytes{2}, after));
    const LocalTime end = monotonic_now() + 2s;
    while (heard.empty() && monotonic_now() < end) pair.io.run_one_for(100ms);  // by the wait of before
    CHECK(heard == std::vector<Bytes>{{2}});
    CHECK(pair.caller.send(Bytes{3}, pair.listener.local()));
    pair.io.restart();
    const auto arrived = receive(pair.io, pair.listener, 1);
    REQUIRE(arrived.size() == 1);
    CHECK(arrived[0].from == after);
  }
}

TEST_CASE("The stamp is of the arrival, not of the reading") {
  boost::asio::io_context io;
  UdpSocket listener(io);
  REQUIRE(listener.open(endpoint("127.0.0.1:0")).empty());
  listener.send(Bytes{1}, listener.local());
  const LocalTime sent = monotonic_now();
  while (monotonic_now() < sent + 80ms) {
  }
  const auto arrived = receive(io, listener, 1);
  REQUIRE(arrived.size() == 1);
  CHECK(arrived[0].arrival < sent + 40ms);
}

TEST_CASE("A port in use is reported in one sentence") {
  boost::asio::io_context io;
  UdpSocket first(io);
  UdpSocket second(io);
  REQUIRE(first.open(endpoint("127.0.0.1:0")).empty());
  const std::string error = second.open(first.local());
  CHECK(error == "Another program has port " + std::to_string(first.local().port) +
                     ": end it, or choose another port (--bind).");
}

TEST_CASE("An address of another machine cannot be listened at") {
  boost::asio::io_context io;
  UdpSocket socket(io);
  CHECK(socket.open(endpoint("192.0.2.7:0")) ==
        "Cannot listen at 192.0.2.7:0: this machine does not have that address; choose another (--bind).");
}

TEST_CASE("It hears that nothing listens there, and nothing is lost for it") {
  const std::string address = GENERATE("127.0.0.1:0", "[::1]:0");
  boost::asio::io_context io;
  UdpSocket caller(io);
  UdpSocket other(io);
  REQUIRE(caller.open(endpoint(address)).empty());
  REQUIRE(other.open(endpoint(address)).empty());
  Endpoint nobody;
  {
    UdpSocket gone(io);
    REQUIRE(gone.open(endpoint(address)).empty());
    nobody = gone.local();
  }
  caller.watch_refusals();
  CHECK(other.send(Bytes{1}, caller.local()));
  for (int i = 0; i < 3; ++i) CHECK(caller.send(Bytes{2}, nobody));  // taken and lost
  CHECK(caller.refusals() >= 1);
  CHECK(caller.last_send_error() == 0);
  const auto arrived = receive(io, caller, 1);
  REQUIRE(arrived.size() == 1);
  CHECK(arrived[0].bytes == Bytes{1});
}

TEST_CASE("Who calls keeps the source address open: it is that of whichever route leads to the peer") {
  boost::asio::io_context io;
  UdpSocket listener(io);
  UdpSocket caller(io);
  REQUIRE(listener.open(endpoint("127.0.0.1:0")).empty());
  REQUIRE(caller.open(endpoint("0.0.0.0:0")).empty());
  const Endpoint open = caller.local();
  caller.watch_refusals();
  CHECK(caller.check_route(listener.local()).empty());
  REQUIRE(caller.send(Bytes{1}, listener.local()));
  CHECK(caller.local() == open);
}

TEST_CASE("Datagrams tell the congestion that they met") {
  struct Row {
    const char* listener;
    const char* caller;
    const char* to;  // with the listener's port
  };
  const auto row = GENERATE(values<Row>({
      {"127.0.0.1:0", "127.0.0.1:0", "127.0.0.1"},
      {"[::1]:0", "[::1]:0", "[::1]"},
      {"[::]:0", "127.0.0.1:0", "127.0.0.1"},
  }));
  CAPTURE(row.listener, row.caller);
  boost::asio::io_context io;
  UdpSocket listener(io);
  UdpSocket caller(io);
  REQUIRE(listener.open(endpoint(row.listener)).empty());
  REQUIRE(caller.open(endpoint(row.caller)).empty());
  const Endpoint to = endpoint(row.to + (':' + std::to_string(listener.local().port)));
  for (int codepoint = 0; codepoint < 4; ++codepoint) {
    const int traffic_class = 0x28 | codepoint;  // with bits that do not matter here
    const int level = caller.is_ipv6() ? IPPROTO_IPV6 : IPPROTO_IP;
    const int option = caller.is_ipv6() ? IPV6_TCLASS : IP_TOS;
    REQUIRE(setsockopt(caller.native_handle(), level, option, &traffic_class, sizeof traffic_class) == 0);
    REQUIRE(caller.send(Bytes{7}, to));
  }
  const auto arrived = receive(io, listener, 4);
  REQUIRE(arrived.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(arrived[i].ecn == i);
}

TEST_CASE("What cannot be sent at all is taken, lost, and remembered") {
  boost::asio::io_context io;
  UdpSocket socket(io);
  REQUIRE(socket.open(endpoint("127.0.0.1:0")).empty());
  CHECK(socket.send(Bytes(70'000), socket.local()));
  CHECK(socket.last_send_error() == EMSGSIZE);
}

TEST_CASE("Datagrams longer than any of ours are passed over") {
  boost::asio::io_context io;
  UdpSocket socket(io);
  REQUIRE(socket.open(endpoint("127.0.0.1:0")).empty());
  socket.send(Bytes(3000), socket.local());
  socket.send(Bytes(2048), socket.local());
  socket.send(Bytes(3), socket.local());
  const auto arrived = receive(io, socket, 2);
  REQUIRE(arrived.size() == 2);
  CHECK(arrived[0].bytes.size() == 2048);
  CHECK(arrived[1].bytes.size() == 3);
}

TEST_CASE("A flood without end is received some hundreds at a time, and timers go off in between") {
  constexpr int flood = 20'000;
  Pair pair("127.0.0.1:0");
  const Endpoint to = pair.listener.local();
  int sent = 0;
  const auto send_one = [&] { sent += sent < flood && pair.caller.send(Bytes{1}, to) ? 1 : 0; };
  for (int i = 0; i < 64; ++i) send_one();
  int received = 0;
  int largest_turn = 0;
  int received_before_timer = flood;
  boost::asio::steady_timer timer(pair.io);
  const std::function<void()> wait = [&] {
    pair.listener.async_wait([&](std::error_code error) {
      REQUIRE_FALSE(error);
      const int before = received;
      pair.listener.receive_all([&](const UdpSocket::Received&) {
        ++received;
        send_one();  // so that there is always another one
      });
      largest_turn = std::max(largest_turn, received - before);
      if (before == 0) {
        timer.expires_after(0s);
        timer.async_wait([&](boost::system::error_code) { received_before_timer = received; });
      }
      if (received < flood) wait();
    });
  };
  wait();
  pair.io.run_for(10s);
  CHECK(received == flood);
  CHECK(largest_turn <= 512);
  CHECK(received_before_timer <= 1024);
}
