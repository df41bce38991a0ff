#pragma once

#include <array>
#include <map>

#include "tests/unit/ice/virtual_network.h"
#include "tests/unit/session/secure_call.h"

namespace evenkeel::test {

/// A listener and a caller, each at home behind a NAT of its own; both know by a STUN server where their NAT shows
/// them. Virtual time, from event to event, so that ten minutes take none.
class ReplyCall {
 public:
  static constexpr std::size_t listening = 0, calling = 1;
  static constexpr Duration delay = 50ms;

  explicit ReplyCall(NatKind kind = NatKind::port_restricted, bool asks = false)
      : topology_{{home(1, kind), home(2, kind)}} {
    const Endpoint listens = seen(listening);
    sessions[listening] = listener(1, asks);
    link = link_to(1, listens);
    sessions[calling] = caller(2, link, now);
    sessions[calling]->set_own_addresses({seen(calling), topology_.hosts[calling].inside()});
  }

  SecureSession& listener_side() { return *sessions[listening]; }
  SecureSession& caller_side() { return *sessions[calling]; }
  /// Another caller in the place of the one that is here, from the same machine.
  void call_again(std::uint8_t who) {
    sessions[calling] = caller(who, link, now);
    sessions[calling]->set_own_addresses({seen(calling)});
    events[calling].clear();
  }
  bool both_in_call() const {
    return std::ranges::all_of(sessions, [](const auto& s) { return s->state() == CallState::in_call; });
  }
  std::size_t told(std::size_t who, SecureSession::Event::Kind kind) const {
    return static_cast<std::size_t>(std::ranges::count(events[who], kind));
  }

  void run(Duration length) {
    const LocalTime end = now + length;
    while (step(end)) {
    }
    now = end;
  }
  /// How long it took until both are in the call; the limit where they are not.
  Duration run_until_in_call(Duration limit) {
    const LocalTime start = now, end = now + limit;
    while (!both_in_call() && step(end)) {
    }
    return both_in_call() ? now - start : limit;
  }
  /// Where the NAT of that side shows it to all the world.
  Endpoint seen(std::size_t side) {
    static const Endpoint stun_server{ipv4(192, 0, 2, 53), 3478};
    return topology_.hosts[side].nat->outbound(topology_.hosts[side].inside(), stun_server);
  }

  LocalTime now{1h};
  CallLink link;
  std::array<std::unique_ptr<SecureSession>, 2> sessions;
  std::array<std::vector<SecureSession::Event::Kind>, 2> events;
  std::array<std::string, 2> reason;  ///< of the last event
  std::array<std::vector<LocalTime>, 2> sent;
  bool path_is_dead = false;
  bool loses_handshakes = false;

 private:
  struct InFlight {
    std::size_t receiver;
    Route route;
    std::vector<std::uint8_t> datagram;
  };

  static Host home(std::uint8_t number, NatKind kind) {
    Host host;
    host.addresses = {ipv4(192, 168, number, 2)};
    host.nat.emplace(kind, ipv4(198, 51, 100, number));
    return host;
  }
  static IpAddress ipv4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
    return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, a, b, c, d};
  }

  // False where nothing is left to do before `end`.
  bool step(LocalTime end) {
    LocalTime next = in_flight_.empty() ? LocalTime::max() : in_flight_.begin()->first;
    for (const auto& session : sessions) next = std::min(next, session->next_wake());
    next = std::min(next, next_media_);
    if (next > end) return false;
    now = std::max(now, next);
    deliver();
    for (std::size_t side = 0; side < 2; ++side) drive(side);
    talk();
    return true;
  }
  void deliver() {
    while (!in_flight_.empty() && in_flight_.begin()->first <= now) {
      const InFlight arrived = std::move(in_flight_.begin()->second);
      in_flight_.erase(in_flight_.begin());
      SecureSession& session = *sessions[arrived.receiver];
      if (session.on_datagram(arrived.datagram, arrived.route, now) == SecureSession::Kind::media) {
        session.on_authenticated(arrived.route, arrived.datagram.size(), now);
      }
    }
  }
  void drive(std::size_t side) {
    while (const auto out = sessions[side]->poll(now)) send(side, out->route, out->datagram);
    while (const auto event = sessions[side]->take_event()) {
      events[side].push_back(event->kind);
      reason[side] = event->reason;
    }
  }
  // Both send media while they have a peer that may have them.
  void talk() {
    if (now < next_media_) return;
    next_media_ = now + 500ms;
    for (std::size_t side = 0; side < 2; ++side) {
      const SecureSession& session = *sessions[side];
      const bool rings = !session.is_caller() && session.state() == CallState::ringing;
      if (session.route() && !rings) send(side, *session.route(), {0x80, 96, 0, 0});
    }
  }
  void send(std::size_t side, const Route& route, const std::vector<std::uint8_t>& datagram) {
    sent[side].push_back(now);
    const auto arrival = topology_.carry(side, route);
    const bool is_handshake = datagram.front() >= 20 && datagram.front() <= 63;
    if (!arrival || path_is_dead || (loses_handshakes && is_handshake)) return;
    in_flight_.emplace(now + delay, InFlight{1 - side, {arrival->source, arrival->local}, datagram});
  }

  Topology topology_;
  std::multimap<LocalTime, InFlight> in_flight_;
  LocalTime next_media_{1h};
};

}  // namespace evenkeel::test
