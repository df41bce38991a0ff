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

}  // namespace

SecureSession::SecureSession(const Tools& tools, const Joining& joining, LocalTime now)
    : tools_(tools), joining_(joining), state_(CallState::connecting) {
  auto agent = std::make_unique<IceAgent>(agent_config(joining), *tools_.cryptography, tools_.random, now);
  for (const auto& candidate : joining.answer.candidates) agent->add_remote_candidate(candidate.endpoint, now);
  const Sha256Digest& server = joining.answer.fingerprint;
  auto attempt = std::make_unique<SecureAttempt>(std::move(agent), tools_.make_handshake(server), server, now);
  candidates_.push_back({std::move(attempt), std::nullopt});
}

// It answered our offer: nobody has to accept us.
void SecureSession::begin_joined_call() {
  step_ = Step::media;
  state_ = CallState::in_call;
  note(Event::Kind::connected);
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
  if (state_ == CallState::silent && now >= last_heard_ + patience) leave(Event::Kind::left);
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
  const LocalTime patient_until = state_ == CallState::silent ? last_heard_ + patience : LocalTime::max();
  return asked_ > last_heard_ ? patient_until : std::min(patient_until, last_heard_ + ask_after);
}

}  // namespace evenkeel
