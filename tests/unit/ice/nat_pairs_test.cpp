#include <catch2/catch.hpp>

#include "tests/unit/ice/forged_peer.h"
#include "tests/unit/ice/virtual_network.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

using Role = IceAgent::Role;
using Known = std::array<std::vector<Endpoint>, 2>;

const Endpoint stun_server{ipv4(192, 0, 2, 53), 3478};
constexpr std::array kinds{NatKind::full_cone, NatKind::restricted, NatKind::port_restricted, NatKind::symmetric};

Host make_host(std::size_t side, std::optional<NatKind> kind) {
  const auto digit = static_cast<std::uint8_t>(side + 1);
  Host host;
  host.addresses = {kind ? ipv4(192, 168, digit, 2) : ipv4(203, 0, 113, digit)};
  if (kind) host.nat.emplace(*kind, ipv4(198, 51, 100, digit));
  return host;
}

// What a side's peer is told: its own address and, where asked for, the one that a STUN server sees.
std::vector<Endpoint> candidates_of(Host& host, bool reflexive) {
  std::vector<Endpoint> candidates{host.inside()};
  if (host.nat) {
    const Endpoint seen = host.nat->outbound(host.inside(), stun_server);
    if (reflexive) candidates.push_back(seen);
  }
  return candidates;
}

// Whether what one side sends to this address arrives, and an answer from there comes back.
bool reaches(Topology& topology, std::size_t sender, const Endpoint& to) {
  const auto there = topology.carry(sender, to);
  if (!there) return false;
  const auto back = topology.carry(1 - sender, {there->source, there->local});
  return back && back->source == to;
}

void learn_sources(Topology& topology, Known& known) {
  const Known before = known;
  for (std::size_t sender = 0; sender < 2; ++sender) {
    for (const Endpoint& to : before[sender]) {
      const auto arrival = topology.carry(sender, to);
      auto& learnt = known[1 - sender];
      if (arrival && std::find(learnt.begin(), learnt.end(), arrival->source) == learnt.end())
        learnt.push_back(arrival->source);
    }
  }
}

// The reference that the agents are held to: without loss or timers, each side sends to all addresses that it was told
// or saw, until nobody learns any more.
bool is_possible(Topology topology, Known known) {
  for (int round = 0; round < 8; ++round) learn_sources(topology, known);
  for (std::size_t side = 0; side < 2; ++side)
    for (const Endpoint& to : known[side])
      if (reaches(topology, side, to)) return true;
  return false;
}

struct Draw {
  Topology topology;
  Known known;
  std::array<Role, 2> roles{};
  VirtualNetwork::Conditions conditions;
  Duration late{};  // the second side begins later
};

Draw draw_pair(std::mt19937& random) {
  const auto number = [&](int below) { return std::uniform_int_distribution<>(0, below - 1)(random); };
  Draw draw;
  for (std::size_t side = 0; side < 2; ++side) {
    const int kind = number(9);  // one of nine has no NAT
    draw.topology.hosts[side] =
        make_host(side, kind == 8 ? std::nullopt : std::optional(kinds[static_cast<std::size_t>(kind % 4)]));
    draw.known[1 - side] = candidates_of(draw.topology.hosts[side], number(4) > 0);
    draw.roles[side] = number(2) ? Role::controlling : Role::controlled;
  }
  draw.conditions.loss = number(201) / 1000.0;
  const int least = 1 + number(150), most = 1 + number(150);
  draw.conditions.min_delay = std::min(least, most) * 1ms;
  draw.conditions.max_delay = std::max(least, most) * 1ms;
  draw.late = number(1000) * 1ms;
  return draw;
}

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
