#include "core/session/secure_attempt.h"

#include <algorithm>

namespace evenkeel {

bool SecureAttempt::on_stun(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) {
  if (!agent_->on_stun(datagram, route, now)) return false;
  // A server does nothing then but wait.
  if (!shaking_since_) begin_handshake(now);
  return true;
}

void SecureAttempt::begin_handshake(LocalTime now) {
  if (!found_path()) return;
  shaking_since_ = now;
  handshake_->start(now);
}

void SecureAttempt::shake_again(std::unique_ptr<Handshake> handshake, LocalTime now) {
  handshake_ = std::move(handshake);
  shaking_since_.reset();
  came_by_.reset();
  begin_handshake(now);
}

bool SecureAttempt::on_handshake(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) {
  if (!agent_->is_validated(route)) return false;
  came_by_ = route;
  handshake_->on_datagram(datagram, now);
  return true;
}

// Where the handshake came from says nothing of the new path.
void SecureAttempt::restart(std::unique_ptr<IceAgent> agent) {
  agent->count_on(agent_->counters());
  agent_ = std::move(agent);
  came_by_.reset();
}

std::optional<Route> SecureAttempt::handshake_route() const { return came_by_ ? came_by_ : agent_->selected(); }

std::optional<SecureAttempt::Outgoing> SecureAttempt::poll(LocalTime now) {
  if (auto check = agent_->poll(now)) return Outgoing{std::move(check->datagram), check->route};
  return poll_handshake(now);
}

std::optional<SecureAttempt::Outgoing> SecureAttempt::poll_handshake(LocalTime now) {
  if (now >= handshake_->next_wake()) handshake_->on_timer(now);
  const auto route = handshake_route();
  if (!route) return std::nullopt;
  const auto datagram = handshake_->poll();
  if (!datagram) return std::nullopt;
  return Outgoing{{datagram->begin(), datagram->end()}, *route};
}

LocalTime SecureAttempt::next_wake() const { return std::min(agent_->next_wake(), handshake_->next_wake()); }

}  // namespace evenkeel
