#include <catch2/catch.hpp>

#include "tests/unit/ice/forged_peer.h"
#include "tests/unit/ice/virtual_network.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Role = IceAgent::Role;

const IpAddress controlling_address = ipv4(203, 0, 113, 1), controlled_address = ipv4(203, 0, 113, 2);
const IpAddress new_address = ipv4(203, 0, 113, 9);

/// Two ends with public addresses, 50 ms apart: side 0 is controlling.
class Call {
 public:
  explicit Call(Duration delay = 50ms, double loss = 0)
      : network(
            {{Host{.addresses = {controlling_address}, .nat = {}}, Host{.addresses = {controlled_address}, .nat = {}}}},
            {loss, delay, delay}, 1),
        agents{IceAgent({Role::controlling, left_credentials, right_credentials}, openssl_cryptography(),
                        seeded_random(1), network.now),
               IceAgent({Role::controlled, right_credentials, left_credentials}, openssl_cryptography(),
                        seeded_random(2), network.now)} {
    network.agents = {&agents[0], &agents[1]};
    agents[0].add_remote_candidate({controlled_address, 5004}, network.now);
    network.run_until(network.now + 20s);
  }

  /// Each end's selected pair leads to the other.
  bool is_whole() { return leads_over(0) && leads_over(1); }
  bool leads_over(std::size_t side) {
    return agents[side].selected() && network.topology.carry(side, *agents[side].selected());
  }
  void move(std::size_t side, const IpAddress& to) {
    network.topology.hosts[side].addresses = {to};
    agents[side].on_addresses_changed(network.now);
  }

  VirtualNetwork network;
  std::array<IceAgent, 2> agents;
};

}  // namespace

TEST_CASE("two ends connect in little more than two round trips, by one link") {
  Call call;
  REQUIRE(call.is_whole());
  CHECK(call.agents[0].selected() == Route({controlled_address, 5004}, controlling_address));
  CHECK(call.agents[1].selected() == Route({controlling_address, 5004}, controlled_address));
  CHECK(call.agents[0].round_trip_time() == 100ms);
}

TEST_CASE("when the address of either end is replaced, both follow") {
  const std::size_t side = GENERATE(0u, 1u);
  const Duration delay = GENERATE(5ms, 50ms, 150ms);
  Call call(delay);
  REQUIRE(call.is_whole());
  call.move(side, new_address);
  CHECK_FALSE(call.is_whole());
  const Duration own = call.network.run_until_holds([&] { return call.leads_over(side); }, 5s);
  CHECK(own <= 2 * delay + 1ms);
  const Duration both = own + call.network.run_until_holds([&] { return call.is_whole(); }, 5s);
  CHECK(both <= 6 * delay + 250ms);
  CHECK(call.agents[side].selected()->from == new_address);
  CHECK(call.agents[1 - side].selected()->to == Endpoint{new_address, 5004});
  call.network.run_until(call.network.now + 2min);
  CHECK(call.is_whole());
  CHECK_FALSE(call.agents[0].consent_lost());
  CHECK_FALSE(call.agents[1].consent_lost());
}

TEST_CASE("with losses a change of address takes seconds at most") {
  const std::size_t side = GENERATE(0u, 1u);
  Call call(50ms, 0.2);
  REQUIRE(call.is_whole());
  call.move(side, new_address);
  CHECK(call.network.run_until_holds([&] { return call.is_whole(); }, 5s) < 3s);
}

TEST_CASE("an address that is added and not used for the peer changes nothing") {
  const std::size_t side = GENERATE(0u, 1u);
  Call call;
  const auto before = call.agents[side].counters().selected_pair_changes;
  call.network.topology.hosts[side].addresses.push_back(new_address);
  call.agents[side].on_addresses_changed(call.network.now);
  call.network.run_until(call.network.now + 30s);
  CHECK(call.is_whole());
  CHECK(call.agents[side].counters().selected_pair_changes == before);
}

TEST_CASE("an end moves there and back again") {
  const std::size_t side = GENERATE(0u, 1u);
  Call call;
  const IpAddress old = call.network.topology.hosts[side].addresses.front();
  for (int i = 0; i < 5; ++i) {
    call.move(side, i % 2 ? old : new_address);
    INFO("move " << i);
    CHECK(call.network.run_until_holds([&] { return call.is_whole(); }, 5s) < 1s);
    call.network.run_until(call.network.now + 3s);
  }
}

TEST_CASE("a NAT that forgets its mapping is followed without anybody being told") {
  const std::size_t side = GENERATE(0u, 1u);
  Call call;
  // A NAT on the way, from here on: the old address of the end is the outer one, with another port.
  call.network.topology.hosts[side].nat.emplace(NatKind::port_restricted,
                                                call.network.topology.hosts[side].inside().address);
  CHECK_FALSE(call.is_whole());
  CHECK(call.network.run_until_holds([&] { return call.is_whole(); }, 30s) < 8s);
  call.network.run_until(call.network.now + 1min);
  CHECK(call.is_whole());
  CHECK_FALSE(call.agents[side].consent_lost());
}

TEST_CASE("when the peer is gone both lose consent") {
  Call call;
  call.network.conditions.loss = 1;
  call.network.run_until(call.network.now + 23s);
  const auto lost = [&] { return call.agents[0].consent_lost() && call.agents[1].consent_lost(); };
  CHECK_FALSE(call.agents[0].consent_lost());
  CHECK_FALSE(call.agents[1].consent_lost());
  CHECK(call.network.run_until_holds(lost, 10s) <= 8s);
}

TEST_CASE("a short outage changes nothing") {
  Call call;
  const auto before = call.agents[0].counters().selected_pair_changes;
  call.network.conditions.loss = 1;
  call.network.run_until(call.network.now + 20s);
  call.network.conditions.loss = 0;
  call.network.run_until(call.network.now + 20s);
  CHECK(call.is_whole());
  CHECK_FALSE(call.agents[0].consent_lost());
  CHECK(call.agents[0].counters().selected_pair_changes == before);
}
