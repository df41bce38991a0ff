#include "core/ice/ice_servers.h"

#include <algorithm>

namespace evenkeel {

void IceServers::start(const Config& config, LocalTime now) {
  stun_.clear();
  turn_.reset();
  if (config.turn) {
    turn_ = std::make_unique<TurnClient>(*config.turn, cryptography_, random_, now);
    add_stun(config.turn->server, now);
  }
  for (const Endpoint& server : config.stun) {
    const auto same_family = [&](const Endpoint& other) { return is_ipv4(other) == is_ipv4(server); };
    if (std::none_of(config.stun.begin(), config.stun.begin() + (&server - config.stun.data()), same_family))
      add_stun(server, now);
  }
}

void IceServers::add_stun(const Endpoint& server, LocalTime now) {
  if (std::ranges::none_of(stun_, [&](const StunClient& client) { return client.server() == server; }))
    stun_.emplace_back(server, random_, now);
}

IceServers::Received IceServers::on_datagram(std::span<std::uint8_t> datagram, const Route& route, LocalTime now) {
  for (StunClient& client : stun_) {
    if (!client.on_stun(datagram, route, now)) continue;
    follow_mapping(now);
    return {Kind::handled};
  }
  if (!turn_) return {};
  const TurnClient::Received received = turn_->on_datagram(datagram, route, now);
  if (received.kind == TurnClient::Kind::not_ours) return {};
  if (received.kind == TurnClient::Kind::handled) return {Kind::handled};
  for (const Endpoint& lent : turn_->relayed_addresses()) {
    if (is_ipv4(lent) == is_ipv4(received.peer))
      return {Kind::relayed, received.data, Route::by_relay(received.peer, lent.address)};
  }
  return {Kind::handled};
}

// A TURN server knows us by the address that it sees: where that is another, the allocation is out of reach.
void IceServers::follow_mapping(LocalTime now) {
  std::vector<Endpoint> mapped = reflexive_addresses();
  const bool changed = std::ranges::any_of(
      mapped_, [&](const Endpoint& before) { return std::ranges::find(mapped, before) == mapped.end(); });
  mapped_ = std::move(mapped);
  if (changed && turn_) turn_->on_addresses_changed(now);
}

void IceServers::send_relayed(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) {
  if (turn_) turn_->send(datagram, route.to, now);
}

void IceServers::on_addresses_changed(LocalTime now) {
  for (StunClient& client : stun_) client.on_addresses_changed(now);
  if (turn_) turn_->on_addresses_changed(now);
}

void IceServers::close(LocalTime now) {
  stun_.clear();
  if (turn_) turn_->close(now);
}

std::optional<IceServers::Outgoing> IceServers::poll(LocalTime now) {
  for (StunClient& client : stun_)
    if (auto out = client.poll(now)) return out;
  if (!turn_) return std::nullopt;
  auto out = turn_->poll(now);
  if (!out) return std::nullopt;
  return Outgoing{std::move(out->datagram), out->route};
}

LocalTime IceServers::next_wake() const {
  LocalTime wake = turn_ ? turn_->next_wake() : LocalTime::max();
  for (const StunClient& client : stun_) wake = std::min(wake, client.next_wake());
  return wake;
}

// Two servers of one family may see us by the same address.
std::vector<Endpoint> IceServers::reflexive_addresses() const {
  std::vector<Endpoint> addresses;
  for (const StunClient& client : stun_) {
    const auto same_family = [&](const Endpoint& other) { return is_ipv4(other) == is_ipv4(client.server()); };
    if (client.mapped() && std::ranges::none_of(addresses, same_family)) addresses.push_back(*client.mapped());
  }
  return addresses;
}

bool IceServers::is_settled() const {
  const bool stun = std::ranges::all_of(stun_, [](const StunClient& c) { return c.mapped() || c.is_unanswered(); });
  return stun && (!turn_ || turn_->state() != TurnClient::State::allocating);
}

}  // namespace evenkeel
