#include "core/net/udp_socket.h"

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

TEST_CASE("A port in use is told in one sentence") {
  boost::asio::io_context io;
  UdpSocket first(io);
  UdpSocket second(io);
  REQUIRE(first.open(endpoint("127.0.0.1:0")).empty());
  const std::string error = second.open(first.local());
  CHECK(error == "Cannot listen at " + to_string(first.local()) +
                     " (Address already in use): another program has the port; choose another port (--bind).");
}

TEST_CASE("An address of another machine cannot be listened at") {
  boost::asio::io_context io;
  UdpSocket socket(io);
  CHECK(socket.open(endpoint("192.0.2.7:0")) ==
        "Cannot listen at 192.0.2.7:0 (Cannot assign requested address): check the address of --bind.");
}

TEST_CASE("Connected, it hears its peer only, and that nothing listens there") {
  boost::asio::io_context io;
  UdpSocket caller(io);
  UdpSocket stranger(io);
  REQUIRE(caller.open(endpoint("127.0.0.1:0")).empty());
  REQUIRE(stranger.open(endpoint("127.0.0.1:0")).empty());
  Endpoint nobody;
  {
    UdpSocket gone(io);
    REQUIRE(gone.open(endpoint("127.0.0.1:0")).empty());
    nobody = gone.local();
  }
  REQUIRE(caller.connect(nobody).empty());
  CHECK(stranger.send(Bytes{1}, caller.local()));
  for (int i = 0; i < 3; ++i) CHECK(caller.send(Bytes{2}, nobody));  // taken and lost
  CHECK(caller.refusals() >= 1);
  CHECK(caller.last_send_error() == 0);
  caller.receive_all([](const UdpSocket::Received&) { FAIL("from a stranger"); });
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
