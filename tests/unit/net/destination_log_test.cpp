#include "core/net/destination_log.h"

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <thread>

#include "loopback.h"
#include "network_namespace.h"
#include "tests/skip.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// One where nothing listens any more.
Endpoint nobody_at(boost::asio::io_context& io, const std::string& address) {
  UdpSocket gone(io);
  REQUIRE(gone.open(endpoint(address)).empty());
  return gone.local();
}

void wait_for_reports(UdpSocket& socket) {
  socket.wait_readable(1s);
  socket.receive_all([](const UdpSocket::Received&) {});
}

}  // namespace

TEST_CASE("Each address has a fate of its own") {
  DestinationLog log;
  const Endpoint one = endpoint("192.0.2.1:1"), other = endpoint("[2001:db8::7]:2");
  CHECK_FALSE(log.find(one));
  log.on_sent(one);
  log.on_failed(other, ENETUNREACH);
  log.on_reported(one, ECONNREFUSED);
  CHECK(log.find(one)->sent);
  CHECK(log.find(one)->is_refused());
  CHECK(log.find(one)->send_error == 0);
  CHECK_FALSE(log.find(other)->sent);
  CHECK(log.find(other)->send_error == ENETUNREACH);
  log.on_sent(other);
  CHECK(log.find(other)->send_error == 0);
}

TEST_CASE("Reports of addresses that nothing was sent to, and more addresses than there is room for, are passed over") {
  DestinationLog log;
  log.on_reported(endpoint("192.0.2.1:1"), ECONNREFUSED);
  CHECK_FALSE(log.find(endpoint("192.0.2.1:1")));
  for (std::uint16_t port = 1; port <= 100; ++port) log.on_sent({address("192.0.2.1"), port});
  CHECK(log.find({address("192.0.2.1"), DestinationLog::max_kept}));
  CHECK_FALSE(log.find({address("192.0.2.1"), DestinationLog::max_kept + 1}));
}

TEST_CASE("Two threads note the same addresses, and each is kept once") {
  DestinationLog log;
  const IpAddress host = address("192.0.2.1");  // Catch asserts in one thread alone
  std::atomic<bool> go{false};
  const auto note = [&] {
    while (!go) std::this_thread::yield();
    for (std::uint16_t port = 1; port <= DestinationLog::max_kept; ++port) log.on_sent({host, port});
  };
  std::thread first(note), second(note);
  go = true;
  first.join();
  second.join();
  for (std::uint16_t port = 1; port <= DestinationLog::max_kept; ++port) {
    CHECK(log.find({host, port}));
  }
}

TEST_CASE("A socket knows which address refused, and what goes elsewhere is not lost for it") {
  const std::string here = GENERATE("127.0.0.1:0", "[::1]:0", "[::]:0");
  const std::string there = here == "[::]:0" ? "127.0.0.1:0" : here;
  const bool batches = GENERATE(false, true);
  CAPTURE(here, batches);
  boost::asio::io_context io;
  UdpSocket caller(io), listener(io);
  REQUIRE(caller.open(endpoint(here)).empty());
  REQUIRE(listener.open(endpoint(there)).empty());
  caller.watch_refusals();
  const Endpoint nobody = nobody_at(io, there);
  const Bytes packet(100, 1);
  const std::vector<DatagramSink::Datagram> datagrams(3, packet);
  const auto send = [&](const Endpoint& to) {
    REQUIRE((batches ? caller.send_batch(datagrams, to) == 3 : caller.send(packet, to)));
  };
  for (int i = 0; i < 20; ++i) {
    send(nobody);
    send(listener.local());
  }
  wait_for_reports(caller);
  CHECK(caller.destinations().find(nobody)->is_refused());
  CHECK(caller.destinations().find(nobody)->sent);
  CHECK_FALSE(caller.destinations().find(listener.local())->is_refused());
  CHECK(caller.destinations().find(listener.local())->send_error == 0);
  CHECK(caller.refusals() > 0);
  CHECK(caller.send_losses() == 0);
  CHECK(receive(io, listener, batches ? 60 : 20).size() == (batches ? 60 : 20));
}

TEST_CASE("An address without a route is distinguished from one that datagrams leave to") {
  const bool allowed = in_network_namespace([] {
    set_loopback(true);
    boost::asio::io_context io;
    UdpSocket caller(io), listener(io);
    REQUIRE(caller.open_any(0).empty());
    REQUIRE(listener.open(endpoint("127.0.0.1:0")).empty());
    caller.watch_refusals();
    const Endpoint nowhere = endpoint("[2001:db8::7]:5004");
    for (int i = 0; i < 3; ++i) {
      CHECK(caller.send(Bytes{1}, nowhere));
      CHECK(caller.send(Bytes{1}, listener.local()));
    }
    CHECK_FALSE(caller.destinations().find(nowhere)->sent);
    CHECK(caller.destinations().find(nowhere)->send_error != 0);
    CHECK(caller.destinations().find(listener.local())->sent);
    CHECK(caller.destinations().find(listener.local())->send_error == 0);
    CHECK(receive(io, listener, 3).size() == 3);
  });
  if (!allowed) evenkeel::test::skip("this user must not make network namespaces.");
}
