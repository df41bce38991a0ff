#include <catch2/catch.hpp>

#include "tests/unit/ice/forged_peer.h"
#include "tests/unit/ice/nat_pairs.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

class DrawnCall {
 public:
  DrawnCall(const Draw& draw, unsigned seed) : network(draw.topology, draw.conditions, seed) {
    start(0, draw, seed);
    network.run_until(network.now + draw.late);
    start(1, draw, seed);
  }

  bool is_connected() const {
    return agents_[0]->selected() && agents_[1]->selected() && agents_[0]->role() != agents_[1]->role();
  }
  const IceAgent& agent(std::size_t side) const { return *agents_[side]; }
  /// What one side sends by its selected pair arrives.
  bool is_usable(std::size_t side) { return network.topology.carry(side, *agents_[side]->selected()).has_value(); }

  VirtualNetwork network;

 private:
  void start(std::size_t side, const Draw& draw, unsigned seed) {
    const IceAgent::Config config{draw.roles[side], side ? right_credentials : left_credentials,
                                  side ? left_credentials : right_credentials};
    agents_[side].emplace(config, openssl_cryptography(), seeded_random(2 * seed + static_cast<unsigned>(side)),
                          network.now);
    network.agents[side] = &*agents_[side];
    for (const Endpoint& candidate : draw.known[side]) agents_[side]->add_remote_candidate(candidate, network.now);
  }
  std::array<std::optional<IceAgent>, 2> agents_;
};

}  // namespace

TEST_CASE("the reference knows which NATs let two ends meet who know each other's reflexive address") {
  for (const NatKind left : kinds) {
    for (const NatKind right : kinds) {
      Topology topology{{make_host(0, left), make_host(1, right)}};
      Known known;
      for (std::size_t side = 0; side < 2; ++side) known[1 - side] = candidates_of(topology.hosts[side], true);
      const auto hard = [](NatKind a, NatKind b) {
        return a == NatKind::symmetric && (b == NatKind::symmetric || b == NatKind::port_restricted);
      };
      CHECK(is_possible(topology, known) == !(hard(left, right) || hard(right, left)));
      known[0].pop_back();
      known[1].pop_back();
      CHECK_FALSE(is_possible(topology, known));
    }
  }
}

TEST_CASE("a thousand pairs of ends behind NATs connect within five seconds wherever they can, and else do not") {
  std::mt19937 random(8445);
  int connected = 0;
  Duration slowest{};
  for (unsigned seed = 0; seed < 1000; ++seed) {
    INFO("pair " << seed);
    const Draw draw = draw_pair(random);
    DrawnCall call(draw, seed);
    const Duration taken = call.network.run_until_holds([&] { return call.is_connected(); }, 5s);
    REQUIRE((taken < 5s) == is_possible(draw.topology, draw.known));
    for (std::size_t side = 0; side < 2; ++side) {
      const IceAgent& agent = call.agent(side);
      REQUIRE_FALSE(agent.consent_lost());
      REQUIRE(agent.selected().has_value() == (taken < 5s));
      if (agent.selected()) REQUIRE(call.is_usable(side));
      REQUIRE(agent.counters().discarded == 0);
      REQUIRE(call.network.datagrams_sent[side] < 150);
    }
    if (taken >= 5s) continue;
    ++connected;
    slowest = std::max(slowest, taken);
  }
  CAPTURE(to_seconds(slowest));
  CHECK(connected > 500);
  CHECK(connected < 900);
}

TEST_CASE("a connected pair stays quiet: consent, and little else") {
  std::mt19937 random(1);
  Draw draw = draw_pair(random);
  for (std::size_t side = 0; side < 2; ++side) {
    draw.topology.hosts[side] = make_host(side, NatKind::port_restricted);
    draw.known[1 - side] = candidates_of(draw.topology.hosts[side], true);
  }
  draw.conditions = {0.05, 40ms, 60ms};
  DrawnCall call(draw, 1);
  call.network.run_until(call.network.now + 10s);
  REQUIRE(call.is_connected());
  const auto before = call.network.datagrams_sent;
  call.network.run_until(call.network.now + 10min);
  CHECK(call.is_connected());
  for (std::size_t side = 0; side < 2; ++side) {
    CHECK(call.network.datagrams_sent[side] - before[side] < 400);  // 120 requests, 120 answers, some again
    CHECK(call.agent(side).counters().selected_pair_changes <= 2);
  }
}

TEST_CASE("an end that waited for ten minutes less a bit is found at once when the other begins") {
  std::mt19937 random(2);
  Draw draw = draw_pair(random);
  for (std::size_t side = 0; side < 2; ++side) {
    draw.topology.hosts[side] = make_host(side, NatKind::port_restricted);
    draw.known[1 - side] = candidates_of(draw.topology.hosts[side], true);
  }
  draw.roles = {Role::controlling, Role::controlled};
  draw.conditions = {0.1, 50ms, 50ms};
  draw.late = 9min + 50s;
  DrawnCall call(draw, 2);
  CHECK(call.network.run_until_holds([&] { return call.is_connected(); }, 5s) < 3s);
}
