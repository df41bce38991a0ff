#include "core/session/secure_session.h"

#include <algorithm>
#include <utility>

#include "core/ice/stun_message.h"
#include "core/signal/ice_text.h"

namespace evenkeel {
namespace {

enum class Wire { stun, handshake, media, other };

// RFC 7983, section 7.
Wire kind_of(std::span<const std::uint8_t> datagram) {
  if (datagram.empty()) return Wire::other;
  const std::uint8_t first = datagram.front();
  if (first <= 3) return Wire::stun;
  if (first >= 20 && first <= 63) return Wire::handshake;
  return first >= 128 && first <= 191 ? Wire::media : Wire::other;
}

}  // namespace

SecureSession::SecureSession(const Tools& tools, const Calling& calling, LocalTime now)
    : tools_(tools),
      calling_(calling),
      link_keys_(derive_keys(calling.link.secret, *tools.cryptography)),
      state_(CallState::connecting),
      began_(now) {
  wipe(calling_->link.secret);
  knock(now);
}

SecureSession::Kind SecureSession::on_datagram(std::span<const std::uint8_t> datagram, const Route& route,
                                               LocalTime now) {
  switch (kind_of(datagram)) {
    case Wire::stun:
      return on_stun(datagram, route, now);
    case Wire::handshake:
      return on_handshake(datagram, route, now);
    case Wire::media:
      // Nobody's media are opened before the call is accepted here.
      if (current_ && (is_caller() || state_ != CallState::ringing)) return Kind::media;
      break;
    case Wire::other:
      break;
  }
  ++counters_.unexpected;
  return Kind::ignored;
}

SecureSession::Kind SecureSession::on_stun(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) {
  if (current_ && current_->on_stun(datagram, route, now)) return Kind::handled;
  for (Candidate& candidate : candidates_) {
    if (!candidate.attempt->on_stun(datagram, route, now)) continue;
    if (calling_ && candidate.attempt->found_path()) go_on_with(candidate);
    return Kind::handled;
  }
  if (listening_) {
    const auto username = username_of_request(datagram);
    const auto colon = username ? username->find(':') : std::string_view::npos;
    if (colon != std::string_view::npos &&
        on_knock(username->substr(0, colon), username->substr(colon + 1), datagram, route, now)) {
      return Kind::handled;
    }
  }
  ++counters_.discarded_checks;
  return Kind::ignored;
}

SecureSession::Kind SecureSession::on_handshake(std::span<const std::uint8_t> datagram, const Route& route,
                                                LocalTime now) {
  // What is encrypted may concern the call as well: its goodbye.
  const bool encrypted = datagram.size() > 4 && (datagram[3] != 0 || datagram[4] != 0);
  const bool in_use = encrypted && current_ && current_->on_handshake(datagram, route, now);
  if (Candidate* candidate = shaking_on(route)) {
    candidate->attempt->on_handshake(datagram, route, now);
    return advance(now), Kind::handled;
  }
  if (in_use || (current_ && current_->on_handshake(datagram, route, now))) return advance(now), Kind::handled;
  ++counters_.unchecked_handshakes;
  return Kind::ignored;
}

// A caller's, whose attempts find the same way: nothing in a handshake would tell the other side of which it is.
void SecureSession::go_on_with(Candidate& found) {
  if (candidates_.size() == 1) return;
  Candidate only = std::move(found);
  candidates_.clear();
  candidates_.push_back(std::move(only));
}

// Of several attempts that know a route the one that goes on is the one that the peer nominated last; where it
// nominated none, of a peer that knocks again, the newest.
SecureSession::Candidate* SecureSession::shaking_on(const Route& route) {
  Candidate* found = nullptr;
  for (Candidate& candidate : candidates_) {
    if (!candidate.attempt->is_validated(route)) continue;
    const auto& nominated = candidate.attempt->agent().last_nominated();
    if (!found || nominated >= found->attempt->agent().last_nominated()) found = &candidate;
  }
  return found;
}

// A caller that found a way gives the handshake on it its time, whatever is due.
LocalTime SecureSession::next_knock() const {
  LocalTime next = knocked_ + knock_interval();
  for (const Candidate& candidate : candidates_)
    if (const auto& since = candidate.attempt->shaking_since()) next = std::max(next, *since + handshake_timeout);
  return next;
}

void SecureSession::knock(LocalTime now) {
  knocked_ = now;
  std::erase_if(candidates_, [](const Candidate& candidate) { return !candidate.by_reply_code; });
  call(new_knock(), false, now);
}

IceAgent::Config SecureSession::new_knock() const {
  Knock knock = calling_->knock;
  knock.ice_password = random_ice_chars(24, tools_.random);
  return {IceAgent::Role::controlling,
          {random_ice_chars(ReplyCode::max_ufrag_size, tools_.random), knock.ice_password},
          {seal_knock(knock, link_keys_.knock_key, random_nonce(), *tools_.cryptography), link_keys_.ice_password}};
}

void SecureSession::call(const IceAgent::Config& config, bool by_reply_code, LocalTime now) {
  auto agent = std::make_unique<IceAgent>(config, *tools_.cryptography, tools_.random, now);
  for (const Endpoint& address : calling_->link.addresses) agent->add_remote_candidate(address, now);
  agent->set_relayed_addresses(lent_, now);
  const Sha256Digest& listener = calling_->link.fingerprint;
  auto attempt = std::make_unique<SecureAttempt>(std::move(agent), tools_.make_handshake(listener), listener, now);
  candidates_.push_back({.attempt = std::move(attempt), .by_reply_code = by_reply_code});
}

// What the handshakes came to.
void SecureSession::advance(LocalTime now) {
  for (std::size_t i = 0; i < candidates_.size();) {
    Handshake& handshake = candidates_[i].attempt->handshake();
    if (candidates_[i].attempt->found_path()) step_ = std::max(step_, Step::handshake);
    if (handshake.state() == Handshake::State::done) {
      const auto knock = candidates_[i].knock;
      if (knock) current_nonce_ = candidates_[i].nonce;
      auto attempt = std::move(candidates_[i].attempt);
      candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(i));
      if (!is_searched_for(attempt->peer())) end_search("somebody else's call began: give it again when that is over");
      candidates_.clear();
      if (knock) peer_knock_ = knock;
      on_keys(std::move(attempt), now);
      return;
    }
    const bool failed = handshake.state() == Handshake::State::failed || handshake.state() == Handshake::State::closed;
    if (failed && !shakes_again(*candidates_[i].attempt, now)) {
      closing_ = std::move(candidates_[i].attempt);  // it may have an alert to send
      const bool by_reply_code = candidates_[i].by_reply_code;
      candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(i));
      on_failed(*closing_, now);
      if (by_reply_code && listening_) note(Event::Kind::reply_code_unanswered, failed_handshake_text());
    } else {
      ++i;
    }
  }
  if (current_ && current_->handshake().state() == Handshake::State::closed) leave(Event::Kind::left, now);
}

// The first messages of a handshake are not authenticated: one wrong certificate may be forged by who cannot keep the
// right one from coming, and no call that has begun ends by it.
void SecureSession::on_failed(const SecureAttempt& attempt, LocalTime now) {
  failure_ = attempt.handshake().failure();
  if (joining_) return fail_to_join(attempt);
  if (!is_caller() || !attempt.handshake().wrong_certificate() || current_) return;
  ++wrong_certificates_;
  if (!wrong_certificate()) return knock(now);
  end();
  note(Event::Kind::failed);
}

void SecureSession::on_keys(std::unique_ptr<SecureAttempt> attempt, LocalTime now) {
  const bool same_peer = current_ != nullptr;  // others are turned away before
  end_offer();
  current_ = std::move(attempt);
  keys_ = current_->handshake().take_keys();
  told_route_ = route();
  last_heard_ = now;
  step_ = std::max(step_, Step::accepted);
  note(Event::Kind::keys);
  if (joining_) return begin_joined_call();
  if (same_peer && is_caller()) return;  // the call goes on when the other side is heard: it may have to accept again
  if (same_peer && state_ != CallState::ringing) {
    if (std::exchange(state_, CallState::in_call) == CallState::silent) note(Event::Kind::returned);
    return;
  }
  const bool rings = is_caller() || listening_->asks;
  const bool rang = std::exchange(state_, rings ? CallState::ringing : CallState::in_call) == CallState::ringing;
  if (!rings) return note(Event::Kind::connected);
  if (!is_caller() && !rang) note(Event::Kind::ringing);
}

void SecureSession::on_authenticated(const Route& from, std::size_t size, LocalTime now) {
  if (current_) current_->agent().on_media(from, size, now);
  // Whoever sends no longer receives where our checks go, or not yet: that keeps no place.
  if (!route()) return;
  last_heard_ = now;
  spend_nonce();
  const bool accepted = is_caller() && state_ == CallState::ringing;
  if (!accepted && state_ != CallState::silent) return;
  state_ = CallState::in_call;
  if (is_caller()) candidates_.clear();  // no other way is needed
  step_ = Step::media;
  note(accepted ? Event::Kind::connected : Event::Kind::returned);
}

void SecureSession::on_bye(LocalTime now) {
  if (current_) leave(Event::Kind::left, now);
}

// A listener forgets the peer and waits for the next.
void SecureSession::leave(Event::Kind why, LocalTime now) {
  if (!is_caller() && state_ == CallState::ringing && why == Event::Kind::left) rings_again_ = now + pause_after_ring;
  if (is_caller() && state_ == CallState::ringing) why = Event::Kind::declined;
  lost_ = why == Event::Kind::lost;
  events_.push_back({why, route().value_or(told_route_.value_or(Route()))});  // also where consent is lost
  spend_nonce();
  end();
  closing_ = std::move(current_);
  current_.reset();
  candidates_.clear();
  forget_keys();
  peer_knock_.reset();
}

// A caller's link is of no more use.
void SecureSession::end() {
  state_ = is_caller() ? CallState::ended : CallState::waiting;
  if (is_caller()) link_keys_.forget();
  end_offer();
}

std::optional<SrtpKeys> SecureSession::take_keys() {
  const auto keys = keys_;
  forget_keys();
  return keys;
}

void SecureSession::forget_keys() {
  if (!keys_) return;
  wipe(keys_->local.bytes);
  wipe(keys_->remote.bytes);
  keys_.reset();
}

void SecureSession::hang_up() {
  candidates_.clear();
  end();
  if (!current_) return;
  current_->close();
  closing_ = std::move(current_);
}

void SecureSession::on_addresses_changed(LocalTime now) {
  // The way to ask for one may be there again, once all that changes at such a time has changed.
  if (restart_wanted_ != LocalTime::min()) restart_wanted_ = now - restart_interval + restart_settling;
  if (current_) current_->on_addresses_changed(now);
  for (Candidate& candidate : candidates_) candidate.attempt->on_addresses_changed(now);
}

void SecureSession::set_relayed_addresses(const std::vector<Endpoint>& lent, LocalTime now) {
  lent_ = lent;
  if (current_) current_->agent().set_relayed_addresses(lent, now);
  for (Candidate& candidate : candidates_) candidate.attempt->agent().set_relayed_addresses(lent, now);
}

std::optional<SecureAttempt::Outgoing> SecureSession::poll(LocalTime now) {
  tick(now);
  // Of one that is over only the handshake has something to say.
  if (closing_) {
    if (auto out = closing_->poll_handshake(now)) return out;
    closing_.reset();
  }
  if (current_) {
    if (auto out = current_->poll(now)) return out;
  }
  for (Candidate& candidate : candidates_) {
    if (auto out = candidate.attempt->poll(now)) return out;
  }
  return std::nullopt;
}

void SecureSession::tick(LocalTime now) {
  advance(now);
  if (listening_) {
    forget_late_knocks(now);
  } else if (joining_) {
    tick_joined(now);
  } else {
    tick_caller(now);
    tick_offer(now);
  }
  const auto way = route();
  if (way && way != told_route_) {
    told_route_ = way;
    note(Event::Kind::route);
  }
  if (state_ == CallState::in_call && (now >= last_heard_ + silence || !has_consent())) {
    state_ = CallState::silent;
    note(Event::Kind::silent);
  }
  if (is_caller() || !current_) return;
  if (state_ == CallState::silent && now >= last_heard_ + patience) {
    current_.reset();
    peer_knock_.reset();
    state_ = CallState::waiting;
  }
  const bool gave_up = state_ == CallState::ringing && current_->agent().consent_lost();
  if (gave_up) leave(Event::Kind::left, now);
}

void SecureSession::tick_caller(LocalTime now) {
  if (state_ == CallState::ended) return candidates_.clear();
  if (state_ == CallState::ringing && now >= last_heard_ + ringing_timeout) {
    current_->close();
    return leave(Event::Kind::declined, now);
  }
  const bool lost = state_ == CallState::connecting ||
                    (state_ == CallState::silent && now >= last_heard_ + knock_again_after) ||
                    (state_ == CallState::ringing && current_->agent().consent_lost());
  if (now < next_knock()) return;
  if (lost) return knock(now);
  candidates_.clear();  // the path that it has is mended
}

bool SecureSession::is_shaking_hands() const {
  return std::ranges::any_of(candidates_, [](const Candidate& candidate) {
    return candidate.attempt->handshake().state() == Handshake::State::under_way;
  });
}

std::size_t SecureSession::knocks_under_way() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(candidates_, [](const Candidate& candidate) { return !candidate.by_reply_code; }));
}

LocalTime SecureSession::forgotten_at(const Candidate& candidate) const {
  if (calling_) return next_knock();
  if (joining_) return candidate.attempt->began() + patience;
  return candidate.attempt->began() + (candidate.by_reply_code ? reply_timeout : handshake_timeout);
}

LocalTime SecureSession::next_wake() const {
  LocalTime wake = LocalTime::max();
  const auto by = [&](LocalTime time) { wake = std::min(wake, time); };
  if (closing_) by(LocalTime::min());
  if (current_) by(current_->next_wake());
  for (const Candidate& candidate : candidates_) {
    by(candidate.attempt->next_wake());
    by(forgotten_at(candidate));
  }
  if (calling_ && (state_ == CallState::connecting || state_ == CallState::silent)) {
    by(std::max(next_knock(), state_ == CallState::silent ? last_heard_ + knock_again_after : knocked_));
  }
  if (joining_) by(joined_wake());
  by(offer_wake());
  if (state_ == CallState::in_call) by(last_heard_ + silence);
  if (state_ == CallState::silent && !is_caller()) by(last_heard_ + patience);
  if (state_ == CallState::ringing && is_caller()) by(last_heard_ + ringing_timeout);
  return wake;
}

std::optional<SecureSession::Event> SecureSession::take_event() {
  if (events_.empty()) return std::nullopt;
  const Event event = events_.front();
  events_.pop_front();
  return event;
}

std::optional<Route> SecureSession::route() const {
  return has_consent() ? current_->agent().selected() : std::nullopt;
}

Negotiated SecureSession::negotiated() const {
  if (joining_) return negotiate(joining_->answer);
  if (peer_knock_) return negotiate(*peer_knock_);
  Negotiated result;
  const auto told = current_ ? current_->agent().peer_features() : std::nullopt;
  if (told) result.features = features_of_bits(static_cast<std::uint8_t>(*told));
  return result;
}

void SecureSession::note(Event::Kind kind, std::string reason) {
  events_.push_back({kind, route().value_or(Route()), std::move(reason)});
}

GcmNonce SecureSession::random_nonce() const {
  GcmNonce nonce{};
  tools_.random(nonce);
  return nonce;
}

}  // namespace evenkeel
