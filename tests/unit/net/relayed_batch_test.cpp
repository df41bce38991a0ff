#include <random>

#include "loopback.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const Endpoint peer{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 203, 0, 113, 7}, 40'000};
const IpAddress lent{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 192, 0, 2, 1};

}  // namespace

TEST_CASE("What goes by a relay has the header of its channel in front, in whatever pieces the kernel cuts it") {
  const std::string address = GENERATE("127.0.0.1:0", "[::1]:0");
  const bool segmentation = GENERATE(true, false);
  CAPTURE(address, segmentation);
  Pair pair(address);
  pair.caller.set_segmentation(segmentation);
  pair.caller.relay().set(pair.listener.local(), std::vector<TurnChannel>{{peer, 0x4001}});
  std::mt19937 random(3);
  std::vector<Bytes> packets;
  for (int i = 0; i < 1000; ++i)
    packets.emplace_back(random() % 10 == 0 ? random() % 1400 : 1200, static_cast<std::uint8_t>(i));
  const std::vector<DatagramSink::Datagram> datagrams(packets.begin(), packets.end());
  REQUIRE(pair.caller.send_batch(datagrams, Route::by_relay(peer, lent), 2) == packets.size());
  const auto arrived = receive(pair.io, pair.listener, packets.size());
  REQUIRE(arrived.size() == packets.size());
  for (std::size_t i = 0; i < packets.size(); ++i) {
    Bytes expected{0x40, 0x01, static_cast<std::uint8_t>(packets[i].size() >> 8),
                   static_cast<std::uint8_t>(packets[i].size())};
    expected.insert(expected.end(), packets[i].begin(), packets[i].end());
    REQUIRE(arrived[i].bytes == expected);
    REQUIRE(arrived[i].ecn == 0);
  }
  CHECK(pair.caller.send_losses() == 0);
}

TEST_CASE("What goes to a peer without a channel is lost, and counted") {
  Pair pair("127.0.0.1:0");
  const Bytes packet(10);
  CHECK(pair.caller.send(packet, Route::by_relay(peer, lent)));
  CHECK(pair.caller.send_losses() == 1);
  pair.caller.relay().set(pair.listener.local(), std::vector<TurnChannel>{{peer, 0x4001}});
  CHECK(pair.caller.send(packet, Route::by_relay(peer, lent)));
  CHECK(pair.caller.send_losses() == 1);
  CHECK(receive(pair.io, pair.listener, 1).size() == 1);
}
