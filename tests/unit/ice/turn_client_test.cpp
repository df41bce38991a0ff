#include <catch2/catch.hpp>

#include "tests/unit/ice/turn_relaying.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("an address is borrowed with a user name and a password, kept, and given back") {
  Relaying relay;
  relay.run(1s);
  REQUIRE(relay.client.state() == State::allocated);
  CHECK(relay.client.relayed_addresses() == std::vector<Endpoint>{{server_address.address, 49'152}});
  CHECK(relay.server.requests == 2);
  relay.run(3h);
  CHECK(relay.client.state() == State::allocated);
  CHECK(relay.server.allocations.size() == 1);
  CHECK(relay.server.requests < 30);
  relay.client.close(relay.now);
  CHECK_FALSE(relay.client.is_closed());
  relay.run(1s);
  CHECK(relay.client.is_closed());
  CHECK(relay.server.allocations.empty());
}

TEST_CASE("datagrams go by a channel, both ways, and wait for it") {
  Relaying relay;
  relay.run(1s);
  relay.send(peer, 1);
  CHECK(relay.client.bound_channels().empty());
  relay.run(1s);
  REQUIRE(relay.at_peers.size() == 1);
  CHECK(relay.at_peers[0] == Relaying::Arrived{relay.client.relayed_addresses()[0], peer, Bytes(8, 1)});
  CHECK(relay.client.bound_channels() == std::vector<TurnChannel>{{peer, 0x4000}});
  relay.send_from(peer, Bytes(3, 7));
  // By another port of the same machine it comes without a channel.
  const Endpoint other{peer.address, 9};
  relay.send_from(other, Bytes(1200, 8));
  // Whom nothing was sent to has no permission.
  relay.send_from({ipv4(203, 0, 113, 8), 40'000}, Bytes(3, 9));
  relay.run(1s);
  REQUIRE(relay.at_client.size() == 2);
  CHECK(relay.at_client[0] == Relaying::Arrived{peer, {}, Bytes(3, 7)});
  CHECK(relay.at_client[1] == Relaying::Arrived{other, {}, Bytes(1200, 8)});
}

TEST_CASE("a channel in use is refreshed within the five minutes of its permission, and one that is not ends") {
  Relaying relay;
  relay.run(1s);
  relay.send(peer, 1);
  relay.send(peer_number(1), 1);
  for (int minute = 0; minute < 30; ++minute) {
    relay.run(1min);
    relay.send(peer, 2);
    relay.run(1s);
    INFO("minute " << minute);
    CHECK(relay.at_peers.back().datagram == Bytes(8, 2));
    CHECK(relay.at_peers.size() == 2 + static_cast<std::size_t>(minute) + 1);
    relay.send_from(peer, Bytes(3, 7));
    relay.run(1s);
    CHECK(relay.at_client.size() == static_cast<std::size_t>(minute) + 1);
  }
  CHECK(relay.client.bound_channels() == std::vector<TurnChannel>{{peer, 0x4000}});
  CHECK(relay.client.requests() < 3 + 8 + 4 + 2);
  // It comes back, by the number that it had.
  relay.send(peer_number(1), 3);
  relay.run(1s);
  CHECK(relay.client.bound_channels().size() == 2);
  CHECK(relay.client.bound_channels()[1] == TurnChannel{peer_number(1), 0x4001});
}

TEST_CASE("sixteen peers have channels; one that was not used makes room, and comes back when it is") {
  Relaying relay;
  relay.run(1s);
  for (unsigned i = 0; i < 16; ++i) relay.send(peer_number(i), 1);
  relay.run(1s);
  CHECK(relay.client.bound_channels().size() == 16);
  relay.send(peer_number(16), 1);  // all are in use
  relay.run(1s);
  CHECK(relay.at_peers.size() == 16);
  relay.run(3s);
  relay.send(peer_number(16), 1);
  relay.run(1s);
  CHECK(relay.at_peers.size() == 17);
  CHECK(relay.client.bound_channels().size() == 16);
  relay.run(3s);
  relay.send(peer_number(0), 1);
  relay.run(1s);
  CHECK(relay.at_peers.size() == 18);
  CHECK(relay.client.bound_channels()[0] == TurnChannel{peer_number(0), 0x4000});
}

TEST_CASE("two thousand peers cost a bounded number of requests and bounded memory") {
  Relaying relay;
  relay.run(1s);
  for (unsigned i = 0; i < 2'000; ++i) {
    relay.send(peer_number(i), 1);
    relay.run(100ms);
  }
  CHECK(relay.client.state() == State::allocated);
  CHECK(relay.client.bound_channels().size() <= 16);
  CHECK(relay.client.requests() < 2 * 2'000);
}

TEST_CASE("with a fifth of all datagrams lost it takes longer") {
  int allocated = 0;
  for (unsigned i = 0; i < 20; ++i) {
    Relaying relay(turn_password, i);
    relay.loss = 0.2;
    relay.run(10s);
    allocated += relay.client.state() == State::allocated;
    relay.send(peer, 1);
    relay.run(20s);
    CHECK(relay.client.bound_channels().size() == 1);
  }
  CHECK(allocated == 20);
}
