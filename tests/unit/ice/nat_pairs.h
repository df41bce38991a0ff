#pragma once

#include <array>
#include <optional>
#include <random>
#include <vector>

#include "tests/unit/ice/virtual_network.h"

namespace evenkeel::test {

using Role = IceAgent::Role;
using Known = std::array<std::vector<Endpoint>, 2>;

inline const Endpoint stun_server{ipv4(192, 0, 2, 53), 3478};
inline constexpr std::array kinds{NatKind::full_cone, NatKind::restricted, NatKind::port_restricted,
                                  NatKind::symmetric};

inline Host make_host(std::size_t side, std::optional<NatKind> kind) {
  const auto digit = static_cast<std::uint8_t>(side + 1);
  Host host;
  host.addresses = {kind ? ipv4(192, 168, digit, 2) : ipv4(203, 0, 113, digit)};
  if (kind) host.nat.emplace(*kind, ipv4(198, 51, 100, digit));
  return host;
}

// What a side's peer is told: its own address and, where asked for, the one that a STUN server sees.
inline std::vector<Endpoint> candidates_of(Host& host, bool reflexive) {
  std::vector<Endpoint> candidates{host.inside()};
  if (host.nat) {
    const Endpoint seen = host.nat->outbound(host.inside(), stun_server);
    if (reflexive) candidates.push_back(seen);
  }
  return candidates;
}

// Whether what one side sends to this address arrives, and an answer from there comes back.
inline bool reaches(Topology& topology, std::size_t sender, const Endpoint& to) {
  const auto there = topology.carry(sender, to);
  if (!there) return false;
  const auto back = topology.carry(1 - sender, {there->source, there->local});
  return back && back->source == to;
}

inline void learn_sources(Topology& topology, Known& known) {
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
inline bool is_possible(Topology topology, Known known) {
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

inline Draw draw_pair(std::mt19937& random) {
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

}  // namespace evenkeel::test
