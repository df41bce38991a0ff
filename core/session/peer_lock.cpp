#include "core/session/peer_lock.h"

namespace evenkeel {

bool PeerLock::may_lock(const Endpoint& from) const {
  switch (state_) {
    case CallState::waiting:
      return true;
    case CallState::connecting:
      return *peer_ == from;
    case CallState::silent:
      return caller_ ? *peer_ == from : peer_->same_host(from);
    case CallState::in_call:
    case CallState::ended:
      return false;
  }
  return false;
}

PeerLock::Verdict PeerLock::on_datagram(const Endpoint& from, bool is_greeting, LocalTime now) {
  if (state_ == CallState::in_call) {
    if (from != *peer_) return Verdict::ignore;
    last_heard_ = now;
    return Verdict::accept;
  }
  if (!is_greeting || !may_lock(from)) return Verdict::ignore;
  peer_ = from;
  last_heard_ = now;
  state_ = CallState::in_call;
  return Verdict::accept_new;
}

void PeerLock::on_bye() {
  if (caller_) {
    state_ = CallState::ended;
  } else {
    state_ = CallState::waiting;
    peer_.reset();
  }
}

bool PeerLock::on_tick(LocalTime now) {
  if (state_ != CallState::in_call || now < last_heard_ + silence) return false;
  state_ = CallState::silent;
  return true;
}

}  // namespace evenkeel
