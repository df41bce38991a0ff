#include <catch2/catch.hpp>

#include "core/ice/ice_servers.h"
#include "tests/unit/ice/forged_peer.h"
#include "tests/unit/ice/nat_pairs.h"
#include "tests/unit/ice/turn_server.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

const Endpoint server_address{stun_server.address, 3478};

// As by a link and a reply code: each side is told the other's own address and its reflexive one.
Draw draw_reflexive(std::mt19937& random) {
  Draw draw = draw_pair(random);
  for (std::size_t side = 0; side < 2; ++side) draw.known[1 - side] = candidates_of(draw.topology.hosts[side], true);
  return draw;
}

/// Two agents behind their NATs, of which the first may borrow an address of a TURN server. Each side asks a STUN
/// server for its reflexive address, and they tell each other what they learnt.
class RelayedCall {
 public:
  struct Side {
    IceServers servers{openssl_cryptography(), seeded_random(1)};
    std::optional<IceAgent> agent;
    std::vector<Endpoint> lent;
  };

  RelayedCall(const Draw& drawn, unsigned seed, bool has_relay, bool is_cut = false)
      : draw(drawn), direct_is_cut(is_cut), random(seed) {
    for (std::size_t side = 0; side < 2; ++side) {
      IceServers::Config config{.stun = {stun_server}};
      if (side == 0 && has_relay) config = {.stun = {}, .turn = TurnServer{{server_address}, turn_user, turn_password}};
      sides[side].servers.start(config, now);
    }
    while (!is_ready() && now < LocalTime(1h) + 5min) step(now + 50ms);
    REQUIRE(is_ready());
    began = now;
    begin(0, seed);
    step(now + draw.late);
    begin(1, seed);
  }

  bool is_ready() const {
    const bool lent = !sides[0].servers.turn() || !sides[0].servers.relayed_addresses().empty();
    return lent && !sides[0].servers.reflexive_addresses().empty() && !sides[1].servers.reflexive_addresses().empty();
  }
  bool is_connected() const {
    return sides[0].agent->selected() && sides[1].agent->selected() && sides[0].agent->role() != sides[1].agent->role();
  }
  Duration run_until_connected(Duration limit) {
    const LocalTime start = now;
    while (!is_connected() && now < start + limit) step(now + 1ms);
    return now - start;
  }
  void step(LocalTime end) {
    while (true) {
      for (std::size_t side = 0; side < 2; ++side) drain(side);
      const LocalTime next = next_event();
      if (next > end) break;
      now = std::max(now, next);
      while (!in_flight.empty() && in_flight.begin()->first <= now) {
        const InFlight one = in_flight.extract(in_flight.begin()).mapped();
        arrive(one);
      }
    }
    now = end;
  }

  Draw draw;
  std::array<Side, 2> sides;
  FakeTurnServer server{server_address};
  LocalTime now{1h}, began{};
  bool direct_is_cut;  // what the first sends to others than the servers is lost

 private:
  struct InFlight {
    Endpoint from, to;
    Bytes datagram;
  };

  void begin(std::size_t side, unsigned seed) {
    Side& own = sides[side];
    const IceAgent::Config config{draw.roles[side], side ? right_credentials : left_credentials,
                                  side ? left_credentials : right_credentials};
    own.agent.emplace(config, openssl_cryptography(), seeded_random(2 * seed + static_cast<unsigned>(side)), now);
    Side& other = sides[1 - side];
    std::vector<Endpoint> told{draw.topology.hosts[1 - side].inside()};
    for (const auto& more : {other.servers.reflexive_addresses(), other.servers.relayed_addresses()})
      for (const Endpoint& address : more)
        if (std::find(told.begin(), told.end(), address) == told.end()) told.push_back(address);
    for (const Endpoint& address : told) own.agent->add_remote_candidate(address, now);
    own.agent->set_relayed_addresses(own.servers.relayed_addresses(), now);
    own.lent = own.servers.relayed_addresses();
  }

  LocalTime next_event() const {
    LocalTime next = in_flight.empty() ? LocalTime::max() : in_flight.begin()->first;
    for (const Side& side : sides) {
      next = std::min(next, side.servers.next_wake());
      if (side.agent) next = std::min(next, side.agent->next_wake());
    }
    return next;
  }
  void drain(std::size_t index) {
    Side& side = sides[index];
    if (side.agent && side.servers.relayed_addresses() != side.lent) {
      side.lent = side.servers.relayed_addresses();
      side.agent->set_relayed_addresses(side.lent, now);
    }
    while (side.agent) {
      const auto out = side.agent->poll(now);
      if (!out) break;
      if (out->route.relayed)
        side.servers.send_relayed(out->datagram, out->route, now);
      else
        leave(index, out->route, out->datagram);
    }
    while (const auto out = side.servers.poll(now)) leave(index, out->route, out->datagram);
  }
  void leave(std::size_t index, const Route& route, const Bytes& datagram) {
    Host& host = draw.topology.hosts[index];
    Endpoint source = host.inside();
    const bool to_servers = route.to.address == server_address.address;
    if (direct_is_cut && !to_servers && index == 0) return;
    if (host.nat) source = host.nat->outbound(source, route.to);
    fly({source, route.to, datagram});
  }
  void fly(InFlight one) {
    if (std::uniform_real_distribution<>(0, 1)(random) < draw.conditions.loss) return;
    const auto delay = std::uniform_int_distribution<Duration::rep>(draw.conditions.min_delay.count(),
                                                                    draw.conditions.max_delay.count())(random);
    in_flight.emplace(now + Duration(delay / 2), std::move(one));
  }
  void arrive(const InFlight& one) {
    if (one.to == stun_server || one.to.address == server_address.address) {
      for (const auto& sent : server.receive(one.datagram, one.from, one.to, now))
        fly({sent.from, sent.to, sent.datagram});
      return;
    }
    for (std::size_t index = 0; index < 2; ++index) {
      const Host& host = draw.topology.hosts[index];
      std::optional<Endpoint> target = one.to;
      if (host.nat)
        target = host.nat->external() == one.to.address ? host.nat->inbound(one.from, one.to.port) : std::nullopt;
      if (target && *target == host.inside()) give(sides[index], one, target->address);
    }
  }
  void give(Side& side, const InFlight& one, const IpAddress& local) {
    Bytes datagram = one.datagram;
    const auto received = side.servers.on_datagram(datagram, {one.from, local}, now);
    if (received.kind == IceServers::Kind::handled || !side.agent) return;
    if (received.kind == IceServers::Kind::relayed)
      side.agent->on_stun(received.data, received.route, now);
    else
      side.agent->on_stun(datagram, {one.from, local}, now);
  }

  std::multimap<LocalTime, InFlight> in_flight;
  std::mt19937 random;
};

}  // namespace

TEST_CASE("a thousand pairs that know each other's reflexive address connect within five seconds wherever they can") {
  std::mt19937 random(8489);
  int connected = 0, possible = 0;
  Duration slowest{};
  for (unsigned seed = 0; seed < 1000; ++seed) {
    INFO("pair " << seed);
    const Draw draw = draw_reflexive(random);
    possible += is_possible(draw.topology, draw.known);
    RelayedCall call(draw, seed, false);
    const Duration taken = call.run_until_connected(5s);
    REQUIRE((taken < 5s) == is_possible(draw.topology, draw.known));
    if (taken >= 5s) continue;
    ++connected;
    slowest = std::max(slowest, taken);
  }
  CAPTURE(to_seconds(slowest), possible);
  CHECK(connected == possible);
  CHECK(connected > 700);
  CHECK(connected < 950);
}

TEST_CASE("with a relay on one side all of a thousand pairs connect, and most without it") {
  std::mt19937 random(8656);
  int relayed = 0, direct = 0;
  Duration slowest{};
  for (unsigned seed = 0; seed < 1000; ++seed) {
    INFO("pair " << seed);
    const Draw draw = draw_reflexive(random);
    RelayedCall call(draw, seed, true);
    const Duration taken = call.run_until_connected(5s);
    REQUIRE(taken < 5s);
    slowest = std::max(slowest, taken);
    call.step(call.now + 8s);
    REQUIRE(call.is_connected());
    const bool by_relay = call.sides[0].agent->selected()->relayed;
    // Who does not know that an address is a relay's may take it where another way was learnt from checks alone.
    if (!is_possible(draw.topology, draw.known)) REQUIRE(by_relay);
    relayed += by_relay;
    direct += !by_relay;
    if (by_relay) {
      REQUIRE(call.sides[0].agent->local_candidate_type() == CandidateType::relayed);
      // Media can be sent at once: there is a channel.
      const Endpoint peer = call.sides[0].agent->selected()->to;
      const auto channels = call.sides[0].servers.turn()->bound_channels();
      REQUIRE(std::any_of(channels.begin(), channels.end(), [&](const TurnChannel& one) { return one.peer == peer; }));
    }
  }
  CAPTURE(to_seconds(slowest));
  CHECK(slowest < 5s);
  CHECK(relayed > 50);
  CHECK(direct > 500);
}

// The controlling side decides, and knows of its own relay alone.
TEST_CASE("who loses the direct way in the call goes by its relay, and comes back when it is good again") {
  int tried = 0;
  for (unsigned seed = 0; tried < 40; ++seed) {
    INFO("pair " << seed);
    std::mt19937 random(seed);
    Draw draw = draw_reflexive(random);
    draw.conditions.loss = 0;
    RelayedCall call(draw, seed, true);
    call.run_until_connected(5s);
    call.step(call.now + 8s);
    if (call.sides[0].agent->selected()->relayed || call.sides[0].agent->role() != Role::controlling) continue;
    ++tried;
    call.direct_is_cut = true;
    call.step(call.now + 20s);
    REQUIRE(call.sides[0].agent->selected()->relayed);
    REQUIRE_FALSE(call.sides[0].agent->consent_lost());
    call.direct_is_cut = false;
    call.step(call.now + 1min);
    REQUIRE_FALSE(call.sides[0].agent->selected()->relayed);
    REQUIRE_FALSE(call.sides[1].agent->consent_lost());
  }
}

TEST_CASE("a call by the relay goes on by another allocation of the same address") {
  int tried = 0;
  for (unsigned seed = 0; tried < 20; ++seed) {
    INFO("pair " << seed);
    std::mt19937 random(seed);
    Draw draw = draw_reflexive(random);
    // Other NATs let nothing in from a port that nobody behind them has sent to.
    const auto& nat = draw.topology.hosts[1].nat;
    if (nat && nat->kind() != NatKind::full_cone && nat->kind() != NatKind::restricted) continue;
    draw.conditions.loss = 0;
    RelayedCall call(draw, seed, true, true);
    call.run_until_connected(5s);
    call.step(call.now + 8s);
    ++tried;
    const Endpoint before = call.sides[0].servers.relayed_addresses()[0];
    call.server.allocations.clear();  // it was started again
    call.sides[0].servers.on_addresses_changed(call.now);
    const LocalTime lost = call.now;
    call.step(call.now + 10s);
    REQUIRE(call.sides[0].servers.relayed_addresses()[0] != before);
    REQUIRE(call.sides[0].servers.relayed_addresses()[0].address == before.address);
    for (const auto& side : call.sides) {
      REQUIRE_FALSE(side.agent->consent_lost());
      REQUIRE(*side.agent->last_answered() > lost);
    }
    call.step(call.now + 1min);
    for (const auto& side : call.sides) REQUIRE(call.now - *side.agent->last_answered() < 10s);
  }
}
