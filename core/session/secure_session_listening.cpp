#include <algorithm>
#include <utility>

#include "core/ice/stun_message.h"
#include "core/session/secure_session.h"

namespace evenkeel {
namespace {

// Of IPv6 the 64 bits that one subscriber has.
IpAddress network_of(IpAddress address) {
  if (!is_ipv4(address)) std::fill(address.begin() + 8, address.end(), std::uint8_t{0});
  return address;
}

}  // namespace

SecureSession::SecureSession(const Tools& tools, const Listening& listening)
    : tools_(tools),
      listening_(listening),
      link_keys_(derive_keys(listening.secret, *tools.cryptography)),
      state_(CallState::waiting) {
  wipe(listening_->secret);
  if (listening.knocks) knocks_ = listening.knocks;
}

bool SecureSession::on_knock(std::string_view text, std::string_view caller, std::span<const std::uint8_t> datagram,
                             const Route& route, LocalTime now) {
  if (text.size() != knock_text_size) return false;
  const auto opened = open_knock(text, link_keys_.knock_key, *tools_.cryptography);
  if (!opened) {
    ++counters_.forged_knocks;
    return false;
  }
  // Who does not sign the check with the link's password only heard the knock, and uses it up for nobody.
  if (!is_signed(datagram)) return false;
  if (knocks_->taken.contains(opened->nonce)) {
    ++counters_.replayed_knocks;
    return false;
  }
  if (!has_room(*opened, route, now)) return false;
  auto agent = std::make_unique<IceAgent>(answering(*opened, text, caller), *tools_.cryptography, tools_.random, now);
  agent->set_relayed_addresses(lent_, now);
  const Sha256Digest& peer = opened->knock.fingerprint;
  auto attempt = std::make_unique<SecureAttempt>(std::move(agent), tools_.make_handshake(peer), peer, now);
  if (!attempt->on_stun(datagram, route, now)) return false;
  knocks_->taken.add(opened->nonce);
  const IpAddress network = network_of(route.to.address);
  make_room(network, route, now);
  candidates_.push_back({std::move(attempt), opened->knock, opened->nonce, false, network});
  return true;
}

IceAgent::Config SecureSession::answering(const OpenedKnock& opened, std::string_view knock,
                                          std::string_view ufrag) const {
  IceAgent::Config config{IceAgent::Role::controlled,
                          {std::string(knock), link_keys_.ice_password},
                          {std::string(ufrag), opened.knock.ice_password}};
  if (opened.knock.features && listening_->features) config.features = to_bits(*listening_->features);
  return config;
}

bool SecureSession::is_signed(std::span<const std::uint8_t> datagram) const {
  const auto message = parse_stun(datagram);
  return message && has_integrity(*message, link_keys_.ice_password, *tools_.cryptography);
}

// A knock that found no room is not used up: it may find some when it comes again.
bool SecureSession::has_room(const OpenedKnock& opened, const Route& route, LocalTime now) {
  const Sha256Digest& caller = opened.knock.fingerprint;
  const bool busy = current_ && current_->peer() != caller;
  const bool rings_too_soon = !current_ && listening_->asks && now < rings_again_;
  if (!busy && !rings_too_soon && !declined_.contains(caller, now)) return true;
  ++counters_.surplus_knocks;
  if (busy) turn_away(route, now);
  return false;
}

// Who has the link could otherwise keep all places with knocks that lead nowhere.
void SecureSession::make_room(const IpAddress& network, const Route& route, LocalTime now) {
  const auto displaced = displaceable(network);
  if (displaced == candidates_.end()) return;
  candidates_.erase(displaced);
  ++counters_.displaced_knocks;
  note_crowd(route, now);
}

// The oldest from the same network that answered no check. Where there is no room: the oldest of all that answered
// none, otherwise the oldest of the network that has the most.
std::vector<SecureSession::Candidate>::iterator SecureSession::displaceable(const IpAddress& network) {
  const auto is_unanswered = [](const Candidate& one) { return !one.by_reply_code && !one.attempt->found_path(); };
  const auto same = std::ranges::find_if(
      candidates_, [&](const Candidate& one) { return is_unanswered(one) && one.network == network; });
  if (same != candidates_.end() || knocks_under_way() < max_knocks) return same;
  const auto unanswered = std::ranges::find_if(candidates_, is_unanswered);
  if (unanswered != candidates_.end()) return unanswered;
  const auto places = [&](const Candidate& one) {
    return one.by_reply_code ? 0 : std::ranges::count(candidates_, one.network, &Candidate::network);
  };
  return std::ranges::max_element(candidates_, {}, places);  // the first, thus the oldest, of several
}

void SecureSession::note_crowd(const Route& route, LocalTime now) {
  if (crowd_since_ == LocalTime::min() || now >= crowd_since_ + crowd_interval) {
    crowd_since_ = now;
    crowd_ = 0;
  }
  if (++crowd_ == crowd) events_.push_back({Event::Kind::crowded, route});
}

void SecureSession::turn_away(const Route& route, LocalTime now) {
  if (turned_away_ != LocalTime::min() && now < turned_away_ + turned_away_interval) return;
  turned_away_ = now;
  events_.push_back({Event::Kind::turned_away, route});
}

bool SecureSession::is_rung_by(const Sha256Digest& caller) const {
  return !is_caller() && state_ == CallState::ringing && current_->peer() == caller;
}

void SecureSession::accept(const Sha256Digest& caller, LocalTime now) {
  if (!is_rung_by(caller)) return;
  state_ = CallState::in_call;
  last_heard_ = now;
  note(Event::Kind::connected);
}

void SecureSession::decline(const Sha256Digest& caller, LocalTime now) {
  if (!is_rung_by(caller)) return;
  declined_.add(caller, now);
  current_->close();
  leave(Event::Kind::declined, now);
}

bool SecureSession::renew(const Tools& tools, const Listening& listening, LocalTime now) {
  if (is_caller() || (state_ != CallState::waiting && state_ != CallState::ringing)) return false;
  if (state_ == CallState::ringing) {
    const Sha256Digest caller = current_->peer();
    decline(caller, now);
  }
  tools_ = tools;
  listening_ = listening;
  link_keys_ = derive_keys(listening.secret, *tools.cryptography);
  wipe(listening_->secret);
  knocks_ = listening.knocks ? listening.knocks : std::make_shared<KnockMemory>();
  end_search("it belongs to the link of before, which is void");
  candidates_.clear();
  return true;
}

}  // namespace evenkeel
