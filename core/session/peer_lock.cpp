#include "core/session/peer_lock.h"

#include <utility>

namespace evenkeel {

bool PeerLock::listens_to(const Endpoint& from, LocalTime now) const {
  switch (state_) {
    case CallState::waiting:
      return !departed_ || from != *departed_ || now >= departed_at_ + afterglow;
    case CallState::connecting:
    case CallState::in_call:
      return *peer_ == from;
    case CallState::silent:
      return caller_ ? *peer_ == from : peer_->same_host(from);
    case CallState::ringing:  // a secure call only
    case CallState::ended:
      return false;
  }
  return false;
}

PeerLock::Verdict PeerLock::on_datagram(const Endpoint& from, const std::optional<Greeting>& greeting, LocalTime now) {
  if (!listens_to(from, now)) return Verdict::ignore;
  if (state_ == CallState::in_call) {
    last_heard_ = now;
    return Verdict::accept;
  }
  // A peer that fell silent may still say BYE, or be heard before its next greeting.
  if (state_ == CallState::silent && !greeting && from == *peer_) return Verdict::accept;
  if (!greeting) return Verdict::ignore;
  // A wrong echo gets no answer: else two listeners could be made to answer each other by one forged greeting.
  if (greeting->echo.empty()) return greeting->token.empty() ? Verdict::ignore : Verdict::challenge;
  if (!tokens_.proves(greeting->echo, from, now)) return Verdict::ignore;
  peer_ = from;
  last_heard_ = now;
  return std::exchange(state_, CallState::in_call) == CallState::silent ? Verdict::accept_returned
                                                                        : Verdict::accept_new;
}

std::string PeerLock::token_for(const Endpoint& to, LocalTime now) const {
  return state_ == CallState::in_call && peer_ == to ? std::string() : tokens_.token(to, now);
}

void PeerLock::on_bye(LocalTime now) {
  if (caller_) {
    state_ = CallState::ended;
  } else {
    state_ = CallState::waiting;
    departed_ = std::exchange(peer_, std::nullopt);
    departed_at_ = now;
  }
}

bool PeerLock::on_tick(LocalTime now) {
  if (state_ == CallState::silent && !caller_ && now >= last_heard_ + patience) {
    state_ = CallState::waiting;
    peer_.reset();
  }
  if (state_ != CallState::in_call || now < last_heard_ + silence) return false;
  state_ = CallState::silent;
  return true;
}

}  // namespace evenkeel
