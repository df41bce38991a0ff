#pragma once

#include <array>
#include <map>
#include <random>

#include "core/ice/ice_agent.h"
#include "tests/unit/ice/nat.h"

namespace evenkeel::test {

/// A machine with one port, behind a NAT or not. Its first address is the one that the kernel takes.
struct Host {
  std::vector<IpAddress> addresses;
  std::optional<Nat> nat;
  std::uint16_t port = 5004;

  Endpoint inside() const { return {addresses.front(), port}; }
  bool has(const IpAddress& address) const {
    return std::find(addresses.begin(), addresses.end(), address) != addresses.end();
  }
};

/// Two hosts and their NATs, without time.
struct Topology {
  std::array<Host, 2> hosts;

  struct Arrival {
    Endpoint source;  ///< as the receiver sees it
    IpAddress local;
  };
  /// What becomes of a datagram from one host; nullopt: it ends somewhere.
  std::optional<Arrival> carry(std::size_t sender, const Route& route) {
    Host& from = hosts[sender];
    if (from.addresses.empty() || (route.has_source() && !from.has(route.from))) return std::nullopt;
    Endpoint source{route.has_source() ? route.from : from.addresses.front(), from.port};
    if (from.nat) source = from.nat->outbound(source, route.to);
    const Host& to = hosts[1 - sender];
    std::optional<Endpoint> target = route.to;
    if (to.nat) target = to.nat->external() == route.to.address ? to.nat->inbound(source, route.to.port) : std::nullopt;
    if (!target || !to.has(target->address) || target->port != to.port) return std::nullopt;
    return Arrival{source, target->address};
  }
};

/// Carries what two agents send, with losses, delays and reordering from a seed.
class VirtualNetwork {
 public:
  struct Conditions {
    double loss = 0;
    Duration min_delay = 10ms, max_delay = 10ms;
  };

  VirtualNetwork(const Topology& hosts, Conditions between, unsigned seed)
      : topology(hosts), conditions(between), random_(seed) {}

  void run_until(LocalTime end) {
    while (true) {
      const LocalTime next = next_event();
      if (next > end) break;
      now = std::max(now, next);
      deliver();
      for (std::size_t i = 0; i < 2; ++i)
        if (agents[i]) drain(i);
    }
    now = end;
  }
  /// Returns how long it took until it holds; the limit where it does not.
  template <typename Condition>
  Duration run_until_holds(Condition condition, Duration limit) {
    const LocalTime start = now;
    while (!condition() && now < start + limit) run_until(now + 1ms);
    return now - start;
  }

  Topology topology;
  Conditions conditions;
  std::array<IceAgent*, 2> agents{};
  LocalTime now{1h};
  std::array<std::size_t, 2> datagrams_sent{};

 private:
  struct InFlight {
    std::size_t receiver;
    Route route;
    std::vector<std::uint8_t> datagram;
  };

  LocalTime next_event() const {
    LocalTime next = in_flight_.empty() ? LocalTime::max() : in_flight_.begin()->first;
    for (const IceAgent* agent : agents)
      if (agent) next = std::min(next, agent->next_wake());
    return next;
  }
  void deliver() {
    while (!in_flight_.empty() && in_flight_.begin()->first <= now) {
      const InFlight arrived = std::move(in_flight_.begin()->second);
      in_flight_.erase(in_flight_.begin());
      if (agents[arrived.receiver]) agents[arrived.receiver]->on_stun(arrived.datagram, arrived.route, now);
    }
  }
  void drain(std::size_t sender) {
    while (auto sent = agents[sender]->poll(now)) {
      ++datagrams_sent[sender];
      const auto arrival = topology.carry(sender, sent->route);
      const bool lost = std::uniform_real_distribution<>(0, 1)(random_) < conditions.loss;
      if (!arrival || lost) continue;
      in_flight_.emplace(now + delay(), InFlight{1 - sender, {arrival->source, arrival->local}, sent->datagram});
    }
  }
  Duration delay() {
    return Duration(std::uniform_int_distribution<Duration::rep>(conditions.min_delay.count(),
                                                                 conditions.max_delay.count())(random_));
  }

  std::multimap<LocalTime, InFlight> in_flight_;
  std::mt19937 random_;
};

}  // namespace evenkeel::test
