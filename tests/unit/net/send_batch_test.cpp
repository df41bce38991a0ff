#include <boost/asio/io_context.hpp>
#include <random>

#include "loopback.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// 1000 of them: long runs of one size, with others in between.
std::vector<Bytes> mixed_packets() {
  std::mt19937 random(3);
  std::vector<Bytes> all;
  for (int i = 0; i < 1000; ++i) {
    const bool other = random() % 10 == 0;
    Bytes bytes(other ? random() % 1400 : 1200);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(random());
    all.push_back(std::move(bytes));
  }
  return all;
}

}  // namespace

TEST_CASE("A thousand datagrams of mixed sizes arrive in order, byte for byte") {
  const std::string address = GENERATE("127.0.0.1:0", "[::1]:0");
  const bool segmentation = GENERATE(true, false);
  const bool connected = GENERATE(true, false);
  CAPTURE(address, segmentation, connected);
  Pair pair(address);
  pair.caller.set_segmentation(segmentation);
  if (connected) REQUIRE(pair.caller.connect(pair.listener.local()).empty());
  const std::vector<Bytes> packets = mixed_packets();
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  REQUIRE(pair.caller.send_batch(datagrams, pair.listener.local()) == packets.size());
  const std::uint64_t calls = pair.caller.system_calls();
  const auto arrived = receive(pair.io, pair.listener, packets.size());
  REQUIRE(arrived.size() == packets.size());
  for (std::size_t i = 0; i < packets.size(); ++i) {
    REQUIRE(arrived[i].bytes == packets[i]);
    REQUIRE(arrived[i].from == pair.caller.local());
  }
  CHECK(calls < 20);
  CHECK(pair.caller.send_losses() == 0);
}

TEST_CASE("From an IPv6 socket to an IPv4 address") {
  boost::asio::io_context io;
  UdpSocket listener(io);
  UdpSocket caller(io);
  REQUIRE(listener.open(endpoint("127.0.0.1:0")).empty());
  REQUIRE(caller.open(endpoint("[::]:0")).empty());
  const std::vector<Bytes> packets(100, Bytes(1000, 5));
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  CHECK(caller.send_batch(datagrams, listener.local()) == 100);
  CHECK(receive(io, listener, 100).size() == 100);
}

TEST_CASE("Datagrams leave with the codepoint of their batch, whatever the family and in whatever pieces") {
  struct Row {
    const char* listener;
    const char* caller;
  };
  const auto row =
      GENERATE(values<Row>({{"127.0.0.1:0", "127.0.0.1:0"}, {"[::1]:0", "[::1]:0"}, {"127.0.0.1:0", "[::]:0"}}));
  const bool segmentation = GENERATE(true, false);
  CAPTURE(row.listener, row.caller, segmentation);
  boost::asio::io_context io;
  UdpSocket listener(io);
  UdpSocket caller(io);
  REQUIRE(listener.open(endpoint(row.listener)).empty());
  REQUIRE(caller.open(endpoint(row.caller)).empty());
  caller.set_segmentation(segmentation);
  const std::vector<Bytes> packets(10, Bytes(1000, 5));
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  for (std::uint8_t ecn = 0; ecn < 4; ++ecn) {
    REQUIRE(caller.send_batch(datagrams, listener.local(), ecn) == 10);
    REQUIRE(caller.send(packets[0], listener.local(), ecn));
  }
  const auto arrived = receive(io, listener, 44);
  REQUIRE(arrived.size() == 44);
  for (std::size_t i = 0; i < 44; ++i) CHECK(arrived[i].ecn == i / 11);
  CHECK(caller.send_losses() == 0);
}

TEST_CASE("What cannot be sent at all is lost, and the rest of the batch goes") {
  Pair pair("127.0.0.1:0");
  const std::vector<Bytes> packets{Bytes(10, 1), Bytes(70'000), Bytes(70'000), Bytes(10, 2), Bytes(10, 3)};
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  CHECK(pair.caller.send_batch(datagrams, pair.listener.local()) == 5);
  CHECK(pair.caller.last_send_error() == EMSGSIZE);
  CHECK(pair.caller.send_losses() == 2);
  CHECK_FALSE(pair.caller.segmentation_refused());
  const auto arrived = receive(pair.io, pair.listener, 3);
  REQUIRE(arrived.size() == 3);
  CHECK(arrived[2].bytes == packets[4]);
}

TEST_CASE("Nothing listens at the other end: each answer costs one datagram") {
  Pair pair("127.0.0.1:0");
  const Endpoint nobody = pair.listener.local();
  pair.listener.close();
  REQUIRE(pair.caller.connect(nobody).empty());
  const Bytes packet(100, 1);
  const std::vector<DatagramSink::Datagram> datagrams(3, packet);
  for (int i = 0; i < 4; ++i) CHECK(pair.caller.send_batch(datagrams, nobody) == 3);
  CHECK(pair.caller.refusals() >= 3);
  CHECK(pair.caller.send_losses() == static_cast<std::uint64_t>(pair.caller.refusals()));
  CHECK(pair.caller.last_send_error() == 0);
}
