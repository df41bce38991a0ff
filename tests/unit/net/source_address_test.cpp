#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <thread>

#include "core/base/ip_overhead.h"
#include "loopback.h"
#include "tests/skip.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

Endpoint at(const std::string& host, const UdpSocket& socket) { return {address(host), socket.local().port}; }

/// One that is bound to all addresses, and one that calls it.
struct Server {
  boost::asio::io_context io;
  UdpSocket socket{io};
  UdpSocket caller{io};

  Server(const std::string& bind, const std::string& from) {
    REQUIRE(socket.open(endpoint(bind)).empty());
    REQUIRE(caller.open(endpoint(from)).empty());
  }
  Route caller_from(const std::string& source) const { return {caller.local(), address(source)}; }
};

struct Row {
  const char* server;
  const char* caller;
  const char* to;
};
const std::vector<Row> rows{
    {"0.0.0.0:0", "127.0.0.1:0", "127.0.0.2"},
    {"[::]:0", "127.0.0.1:0", "127.0.0.2"},
    {"[::]:0", "[::1]:0", "[::1]"},
};

}  // namespace

TEST_CASE("A datagram tells by which address of this machine it came, and the answer leaves from there") {
  const Row row = GENERATE(from_range(rows));
  CAPTURE(row.server, row.to);
  Server s(row.server, row.caller);
  const Endpoint called = at(row.to, s.socket);
  const Endpoint caller = s.caller.local();
  REQUIRE(s.caller.send(Bytes{1}, called));
  Route answer;
  while (!answer.has_source()) {
    s.socket.receive_all([&](const UdpSocket::Received& r) {
      r.datagram[0] = 2;  // in place
      CHECK(r.local == called.address);
      answer = r.route();
      CHECK(s.socket.send(r.datagram, answer));
    });
  }
  CHECK(answer == Route(caller, called.address));
  const auto came = receive(s.io, s.caller, 1);
  REQUIRE(came.size() == 1);
  CHECK(came[0].from == called);
  CHECK(came[0].bytes == Bytes{2});
  CHECK(came[0].local == caller.address);  // to which it is bound
  CHECK(s.socket.source_fallbacks() == 0);
}

TEST_CASE("Batches leave from the source of their route, in whatever pieces and with their marks") {
  const Row row = GENERATE(from_range(rows));
  const bool segmentation = GENERATE(true, false);
  const bool connected = GENERATE(true, false);
  CAPTURE(row.server, row.to, segmentation, connected);
  Server s(row.server, row.caller);
  s.socket.set_segmentation(segmentation);
  const Endpoint called = at(row.to, s.socket);
  if (connected) REQUIRE(s.socket.connect(s.caller.local()).empty());
  const std::vector<Bytes> packets(100, Bytes(1000, 5));
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  for (std::uint8_t ecn = 0; ecn < 4; ++ecn) {
    REQUIRE(s.socket.send_batch(datagrams, s.caller_from(row.to), ecn) == 100);
    REQUIRE(s.socket.send(packets[0], s.caller_from(row.to), ecn));
  }
  const auto came = receive(s.io, s.caller, 404);
  REQUIRE(came.size() == 404);
  for (std::size_t i = 0; i < came.size(); ++i) {
    REQUIRE(came[i].from.address == called.address);
    REQUIRE(came[i].bytes == packets[0]);
    REQUIRE(came[i].ecn == i / 101);
  }
  CHECK(s.socket.source_fallbacks() == 0);
  CHECK(s.socket.send_losses() == 0);
  CHECK(s.socket.segmentation_refused() == !segmentation);
}

TEST_CASE("From an address that the machine does not have, the datagram goes all the same, and is counted") {
  struct Gone {
    Row row;
    const char* source;
  };
  const auto gone = GENERATE(values<Gone>({
      {{"0.0.0.0:0", "127.0.0.1:0", "127.0.0.1"}, "192.0.2.77"},
      {{"0.0.0.0:0", "127.0.0.1:0", "127.0.0.1"}, "[2001:db8::77]"},
      {{"[::]:0", "127.0.0.1:0", "127.0.0.1"}, "192.0.2.77"},
      {{"[::]:0", "127.0.0.1:0", "127.0.0.1"}, "[::1]"},
      {{"[::]:0", "[::1]:0", "[::1]"}, "[2001:db8::77]"},
      {{"[::]:0", "[::1]:0", "[::1]"}, "127.0.0.1"},
  }));
  CAPTURE(gone.row.server, gone.row.to, gone.source);
  Server s(gone.row.server, gone.row.caller);
  const std::vector<Bytes> packets(10, Bytes(1000, 5));
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  CHECK(s.socket.send(packets[0], s.caller_from(gone.source)));
  CHECK(s.socket.send_batch(datagrams, s.caller_from(gone.source), 1) == 10);
  const auto came = receive(s.io, s.caller, 11);
  REQUIRE(came.size() == 11);
  for (const Arrived& one : came) CHECK(one.from == at(gone.row.to, s.socket));
  CHECK(s.socket.source_fallbacks() == 11);
  CHECK(s.socket.send_losses() == 0);
  CHECK(s.socket.last_send_error() == 0);
  CHECK_FALSE(s.socket.segmentation_refused());
}

TEST_CASE("Without a source each datagram costs the one system call that it always did") {
  Pair pair("127.0.0.1:0");
  for (int i = 0; i < 10; ++i) REQUIRE(pair.caller.send(Bytes{1}, pair.listener.local()));
  CHECK(pair.caller.system_calls() == 10);
  const std::vector<Bytes> packets(50, Bytes(1000, 5));
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  REQUIRE(pair.caller.send_batch(datagrams, pair.listener.local()) == 50);
  CHECK(pair.caller.system_calls() == 11);
}

TEST_CASE("All addresses are those of both families") {
  boost::asio::io_context io;
  UdpSocket server(io);
  REQUIRE(server.open_any(0).empty());
  CHECK(server.is_ipv6());
  UdpSocket ipv4(io);
  UdpSocket ipv6(io);
  REQUIRE(ipv4.open(endpoint("127.0.0.1:0")).empty());
  REQUIRE(ipv6.open(endpoint("[::1]:0")).empty());
  REQUIRE(ipv4.send(Bytes{4}, at("127.0.0.1", server)));
  REQUIRE(ipv6.send(Bytes{6}, at("[::1]", server)));
  CHECK(receive(io, server, 2).size() == 2);
}

TEST_CASE("A port that another program has on one family is not evaded") {
  boost::asio::io_context io;
  UdpSocket first(io);
  UdpSocket second(io);
  REQUIRE(first.open(endpoint("[::1]:0")).empty());
  const std::string port = std::to_string(first.local().port);
  CHECK(second.open_any(first.local().port) ==
        "Another program has port " + port + ": end it, or choose another port (--bind).");
}

namespace {

/// From then on sockets of IPv6 cannot be made by this thread, as on a machine without it. False: not allowed.
bool lose_ipv6() {
  std::array<sock_filter, 6> filter{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog program{filter.size(), filter.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

TEST_CASE("Where the machine has no IPv6, all addresses are those of IPv4") {
  bool allowed = false;
  std::string error = "not opened";
  boost::asio::io_context io;
  UdpSocket server(io);
  std::thread([&] {
    allowed = lose_ipv6();
    if (allowed) error = server.open_any(0);
  }).join();
  if (!allowed) {
    evenkeel::test::skip("this machine allows no seccomp filter.");
    return;
  }
  REQUIRE(error.empty());
  CHECK_FALSE(server.is_ipv6());
  UdpSocket caller(io);
  REQUIRE(caller.open(endpoint("127.0.0.1:0")).empty());
  REQUIRE(caller.send(Bytes{1}, at("127.0.0.2", server)));
  const auto came = receive(io, server, 1);
  REQUIRE(came.size() == 1);
  CHECK(came[0].local == address("127.0.0.2"));
}

TEST_CASE("Headers take as much as the peer's family says, whatever the socket is") {
  CHECK(ip_overhead(endpoint("192.0.2.7:5004")) == bytes(28));  // held as a mapped address
  CHECK(ip_overhead(endpoint("[::ffff:192.0.2.7]:5004")) == bytes(28));
  CHECK(ip_overhead(endpoint("[2001:db8::7]:5004")) == bytes(48));
}
