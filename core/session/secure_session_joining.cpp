#include <algorithm>
#include <utility>

#include "core/session/secure_session.h"

namespace evenkeel {
namespace {

// A server that said nothing for so long is asked whether it is there, so that two checks can be lost before it counts
// as silent.
constexpr Duration ask_after = SecureSession::silence / 2;

// Who offers is controlling, whether the server is ICE-lite or not (RFC 8445, section 6.1.1).
IceAgent::Config agent_config(const Joining& joining) {
  return {IceAgent::Role::controlling,
          {joining.ice_ufrag, joining.ice_password},
          {joining.answer.ice_ufrag, joining.answer.ice_password}};
}

CandidateType type_of(SdpAnswer::CandidateKind kind) {
  switch (kind) {
    case SdpAnswer::CandidateKind::server_reflexive:
      return CandidateType::server_reflexive;
    case SdpAnswer::CandidateKind::peer_reflexive:
      return CandidateType::peer_reflexive;
    case SdpAnswer::CandidateKind::relayed:
      return CandidateType::relayed;
    case SdpAnswer::CandidateKind::host:
      break;
  }
  return CandidateType::host;
}

}  // namespace

SecureSession::SecureSession(const Tools& tools, const Joining& joining, LocalTime now)
    : tools_(tools), joining_(joining), state_(CallState::connecting) {
  const Sha256Digest& server = joining.answer.fingerprint;
  auto attempt = std::make_unique<SecureAttempt>(joined_agent(agent_config(joining), now),
                                                 tools_.make_handshake(server), server, now);
  candidates_.push_back({std::move(attempt), std::nullopt});
}

std::unique_ptr<IceAgent> SecureSession::joined_agent(const IceAgent::Config& config, LocalTime now) const {
  auto agent = std::make_unique<IceAgent>(config, *tools_.cryptography, tools_.random, now);
  for (const auto& candidate : joining_->answer.candidates) {
    agent->add_remote_candidate(candidate.endpoint, now, type_of(candidate.kind));
  }
  agent->set_relayed_addresses(lent_, now);
  return agent;
}

// It answered our offer: nobody has to accept us.
void SecureSession::begin_joined_call() {
  wrong_certificates_ = 0;  // that one was forged
  step_ = Step::media;
  state_ = CallState::in_call;
  note(Event::Kind::connected);
}

// As a caller knocks anew: one failure may be forged. Nothing is said to the server, which may have done nothing wrong.
bool SecureSession::shakes_again(SecureAttempt& attempt, LocalTime now) {
  if (!joining_ || current_ || ++failed_handshakes_ >= max_wrong_certificates) return false;
  failure_ = attempt.handshake().failure();
  if (attempt.handshake().wrong_certificate()) wrong_certificates_ = max_wrong_certificates;
  attempt.shake_again(tools_.make_handshake(attempt.peer()), now);
  return true;
}

void SecureSession::fail_to_join(const SecureAttempt& attempt) {
  if (attempt.handshake().wrong_certificate()) wrong_certificates_ = max_wrong_certificates;
  end();
  note(Event::Kind::failed);
}

void SecureSession::tick_joined(LocalTime now) {
  if (state_ == CallState::ended) return candidates_.clear();
  if (state_ == CallState::connecting) {
    if (candidates_.empty() || now < forgotten_at(candidates_.front())) return;
    candidates_.clear();
    end();
    return note(Event::Kind::failed);
  }
  hear_answers(now);
  if (state_ == CallState::in_call) restarts_left_ = max_restarts;
  if (now >= restart_due()) want_restart(now);
  if (now >= joined_until()) leave(Event::Kind::lost, now);
}

void SecureSession::want_restart(LocalTime now) {
  restart_wanted_ = now;
  --restarts_left_;
  ++wanted_restarts_;
}

// Where the path in use only broke or moved, checks mend that within the silence. What they cannot mend is a server
// that moved, or forgot us, and consent that is lost, after which these credentials must not be used any more (RFC
// 7675, section 5.1).
LocalTime SecureSession::restart_due() const {
  const bool lost = joining_->can_restart && current_ && state_ == CallState::silent && restarts_left_ > 0;
  if (!lost) return LocalTime::max();
  const LocalTime by_silence = has_consent() ? last_heard_ + restart_after : last_heard_;
  return restart_wanted_ == LocalTime::min() ? by_silence : std::max(by_silence, restart_wanted_ + restart_interval);
}

void SecureSession::restart(const IceRestart& restart, LocalTime now) {
  if (!joining_ || !current_) return;
  if (!restart.server.candidates.empty()) joining_->answer.candidates = restart.server.candidates;
  const IceAgent::Config config{IceAgent::Role::controlling,
                                {restart.ice_ufrag, restart.ice_password},
                                {restart.server.ice_ufrag, restart.server.ice_password}};
  current_->restart(joined_agent(config, now));
  restarted_ = now;
}

void SecureSession::refuse_restarts() {
  if (joining_) joining_->can_restart = false;
}

// A server that just agreed to another way has the time to be found there.
LocalTime SecureSession::joined_until() const {
  if (state_ != CallState::silent) return LocalTime::max();
  return restarted_ == LocalTime::min() ? last_heard_ + patience
                                        : std::max(last_heard_ + patience, restarted_ + restart_interval);
}

// A server may have nothing to say for long, as to who watches where nobody publishes: then its answers to our checks
// show that it is there.
void SecureSession::hear_answers(LocalTime now) {
  const auto answered = current_->agent().last_answered();
  if (has_consent() && answered && *answered > last_heard_) {
    last_heard_ = *answered;
    if (state_ == CallState::silent) {
      state_ = CallState::in_call;
      note(Event::Kind::returned);
    }
  }
  if (now < last_heard_ + ask_after || asked_ > last_heard_) return;
  asked_ = now;
  current_->agent().ask_again(now);
}

LocalTime SecureSession::joined_wake() const {
  if (!current_) return LocalTime::max();
  const LocalTime wake = std::min(joined_until(), restart_due());
  return asked_ > last_heard_ ? wake : std::min(wake, last_heard_ + ask_after);
}

}  // namespace evenkeel
