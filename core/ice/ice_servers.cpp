#include "core/ice/ice_servers.h"

#include <algorithm>

namespace evenkeel {
namespace {

bool contains(const std::vector<Endpoint>& all, const Endpoint& one) {
  return std::ranges::find(all, one) != all.end();
}

}  // namespace

void IceServers::start(const Config& config, LocalTime now) {
  config_.stun.clear();
  for (const Endpoint& server : config.stun) {
    const auto same_family = [&](const Endpoint& other) { return is_ipv4(other) == is_ipv4(server); };
    if (std::ranges::none_of(config_.stun, same_family)) config_.stun.push_back(server);
  }
  const std::vector<Endpoint> turn_servers = config.turn ? config.turn->servers : std::vector<Endpoint>();
  if (turn_servers != turn_servers_) {
    turn_servers_ = turn_servers;
    turn_server_.reset();
    turn_ = turn_servers.empty() ? nullptr : std::make_unique<TurnClient>(*config.turn, cryptography_, random_, now);
  }
  std::erase_if(stun_, [&](const StunClient& client) {
    return !contains(config_.stun, client.server()) && client.server() != turn_server_;
  });
  for (const Endpoint& server : config_.stun) ask(server, now);
  update(now);
}

void IceServers::ask(const Endpoint& server, LocalTime now) {
  const auto is_it = [&](const StunClient& client) { return client.server() == server; };
  if (std::ranges::none_of(stun_, is_it)) stun_.emplace_back(server, random_, now);
}

// The TURN server is asked for our address as well, wherever it is now, which keeps NATs from forgetting the way to it.
void IceServers::follow_turn_server(LocalTime now) {
  if (!turn_ || turn_server_ == turn_->server()) return;
  if (turn_server_ && !contains(config_.stun, *turn_server_))
    std::erase_if(stun_, [&](const StunClient& client) { return client.server() == *turn_server_; });
  turn_server_ = turn_->server();
  ask(*turn_server_, now);
}

// Two servers of one family may see us by two addresses: the first that answered counts for as long as it says so.
std::vector<Endpoint> IceServers::mapped_addresses() const {
  std::vector<Endpoint> addresses;
  const auto add = [&](bool known) {
    for (const StunClient& client : stun_) {
      if (!client.mapped() || contains(reflexive_, *client.mapped()) != known) continue;
      const bool ipv4 = is_ipv4(client.server());
      if (std::ranges::none_of(addresses, [&](const Endpoint& other) { return is_ipv4(other) == ipv4; }))
        addresses.push_back(*client.mapped());
    }
  };
  add(true);
  add(false);
  return addresses;
}

// After whatever may have changed what is known.
void IceServers::update(LocalTime now) {
  follow_turn_server(now);
  auto reflexive = mapped_addresses();
  auto relayed = turn_ ? turn_->relayed_addresses() : std::vector<Endpoint>();
  if (reflexive == reflexive_ && relayed == relayed_) return;
  const bool moved = std::ranges::any_of(reflexive_, [&](const Endpoint& e) { return !contains(reflexive, e); });
  reflexive_ = std::move(reflexive);
  relayed_ = std::move(relayed);
  ++version_;
  // A TURN server knows us by the address that it sees: where that is another, the allocation is out of reach.
  if (moved && turn_) turn_->on_addresses_changed(now);
}

IceServers::Received IceServers::on_datagram(std::span<std::uint8_t> datagram, const Route& route, LocalTime now) {
  for (StunClient& client : stun_) {
    if (!client.on_stun(datagram, route, now)) continue;
    update(now);
    return {Kind::handled};
  }
  if (!turn_) return {};
  const TurnClient::Received received = turn_->on_datagram(datagram, route, now);
  if (received.kind == TurnClient::Kind::not_ours) return {};
  if (received.kind == TurnClient::Kind::relayed) return from_relay(received);
  if (is_stun(datagram)) update(now);
  return {Kind::handled};
}

IceServers::Received IceServers::from_relay(const TurnClient::Received& received) const {
  for (const Endpoint& lent : relayed_) {
    if (is_ipv4(lent) == is_ipv4(received.peer))
      return {Kind::relayed, received.data, Route::by_relay(received.peer, lent.address)};
  }
  return {Kind::handled};
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
  if (turn_->state() != turn_state_ || turn_server_ != turn_->server()) {
    turn_state_ = turn_->state();
    if (turn_state_ != TurnClient::State::closed) update(now);
  }
  if (!out) return std::nullopt;
  return Outgoing{std::move(out->datagram), out->route};
}

LocalTime IceServers::next_wake() const {
  LocalTime wake = turn_ ? turn_->next_wake() : LocalTime::max();
  for (const StunClient& client : stun_) wake = std::min(wake, client.next_wake());
  return wake;
}

bool IceServers::is_settled() const {
  const bool stun = std::ranges::all_of(stun_, [](const StunClient& c) { return c.mapped() || c.is_unanswered(); });
  return stun && (!turn_ || turn_->state() != TurnClient::State::allocating);
}

}  // namespace evenkeel
