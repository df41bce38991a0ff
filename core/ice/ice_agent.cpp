#include "core/ice/ice_agent.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_reader.h"
#include "core/ice/ice_timing.h"
#include "core/ice/stun_attributes.h"

namespace evenkeel {
namespace {

using namespace ice_timing;

// An address that has not answered receives at most so many times what it sent.
constexpr std::size_t max_amplification = 3;
constexpr std::size_t max_allowance = 4 * max_stun_size;
// Answers that wait for poll(); the owner drains it after each message.
constexpr std::size_t max_answers = 32;
// A better pair than the first one is still taken in the beginning; later it would only disturb.
constexpr Duration settling = 5s;
// A pair that answered within this time is taken as valid when it is nominated; keepalives come more often.
constexpr Duration warm = 20s;
// A request on a pair that answered within this time tells nothing new.
constexpr Duration lately = 1s;

// Of two ways to or between equally preferred addresses one is better only when it is clearly faster.
bool is_better(const CandidatePair& a, const CandidatePair& b) {
  if (a.preference != b.preference) return a.preference < b.preference;
  return a.round_trip < b.round_trip * 4 / 5 - 5ms;
}

// A local address is not always known.
bool is_same_way(const Route& a, const Route& b) {
  const bool same_source = a.from == b.from || !a.has_source() || !b.has_source();
  return a.to == b.to && a.relayed == b.relayed && same_source;
}

}  // namespace

std::string_view name_of(CandidateType type) {
  switch (type) {
    case CandidateType::host:
      return "host";
    case CandidateType::server_reflexive:
      return "srflx";
    case CandidateType::peer_reflexive:
      return "prflx";
    case CandidateType::relayed:
      return "relay";
  }
  return "";
}

IceAgent::IceAgent(const Config& config, const Cryptography& cryptography, const RandomBytes& random, LocalTime now)
    : config_(config),
      cryptography_(cryptography),
      random_(random),
      role_(config.role),
      tie_breaker_(random_number()),
      expected_username_(config.local.ufrag + ':' + config.remote.ufrag),
      max_check_size_(check_message({}, true).size()),
      now_(now),
      next_ordinary_(now) {}

void IceAgent::add_remote_candidate(const Endpoint& candidate, LocalTime now, CandidateType type) {
  advance(now);
  CandidatePair* pair = pairs_.add_signalled(candidate, type, now_);
  if (pair && pair->next_check == never && !pair->last_response) restart_checks(*pair, first_retry);
  check_relayed();
}

void IceAgent::set_relayed_addresses(const std::vector<Endpoint>& lent, LocalTime now) {
  advance(now);
  const std::vector<Endpoint> before = std::exchange(lent_, lent);
  check_relayed();
  for (const Endpoint& address : lent_)
    if (std::ranges::find(before, address) == before.end()) renew_relayed(address.address);
}

// By another allocation, even of the same address, the peer sees us elsewhere: what was asked before is not answered.
void IceAgent::renew_relayed(const IpAddress& lent) {
  for (CandidatePair& pair : pairs_) {
    if (!pair.route.relayed || pair.route.from != lent) continue;
    pair.consent_lost = false;
    restart_checks(pair, first_retry);
    if (pair.selected) trigger(pair);
  }
}

// What has not been checked over the relay as it is now.
void IceAgent::check_relayed() {
  for (const Endpoint& lent : lent_) {
    if (pairs_.set_relayed(lent.address, now_) == 0) continue;
    for (CandidatePair& pair : pairs_) {
      if (!pair.route.relayed || pair.route.from != lent.address || pair.next_check != never) continue;
      restart_checks(pair, first_retry);
    }
    if (const CandidatePair* selected = pairs_.selected()) selected_ = selected->route;
  }
}

bool IceAgent::on_stun(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now) {
  advance(now);
  const auto message = parse_stun(datagram);
  bool taken = false;
  if (message && message->has_fingerprint && message->method == stun_binding_method) {
    if (message->message_class == StunClass::request)
      taken = on_request(*message, datagram.size(), route);
    else if (message->message_class != StunClass::indication)
      taken = on_response(*message, route);
  }
  if (!taken) ++counters_.discarded;
  return taken;
}

bool IceAgent::is_ours(const StunMessage& request, const Route& route) {
  if (request.username != expected_username_) return false;
  return budgets_of(route).all.take(now_) && has_integrity(request, config_.local.password, cryptography_);
}

bool IceAgent::on_request(const StunMessage& request, std::size_t size, const Route& route) {
  if (!is_ours(request, route)) return false;
  ++counters_.requests_received;
  const bool is_new = seen_.insert(request.id);
  if (!is_new && !budgets_of(route).repeated.take(now_)) return true;
  if (request.unknown_count > 0) {
    const auto unknown = std::span(request.unknown).first(request.unknown_count);
    answer(StunWriter(StunClass::error, request.id).error(stun_error::unknown_attribute).unknown_attributes(unknown),
           route);
  } else if (has_role_conflict(request)) {
    answer(StunWriter(StunClass::error, request.id).error(stun_error::role_conflict), route);
  } else {
    StunWriter success(StunClass::success, request.id);
    success.mapped_address(route.to);
    if (config_.features) success.number(stun_attribute::evenkeel_features, *config_.features);
    const std::size_t answered = answer(success, route);
    if (is_new) learn(request, max_amplification * size - answered, route);
  }
  return true;
}

// RFC 8445, section 7.3.1.1. False also where it ends by our taking the other role.
bool IceAgent::has_role_conflict(const StunMessage& request) {
  const bool controlling = role_ == Role::controlling;
  const auto& same = controlling ? request.controlling : request.controlled;
  if (!same) return false;
  const bool ours_is_larger = tie_breaker_ >= *same;
  if (ours_is_larger == controlling) return true;
  set_role(controlling ? Role::controlled : Role::controlling);
  return false;
}

// Returns the size of the answer.
std::size_t IceAgent::answer(StunWriter& response, const Route& route) {
  if (answers_.size() >= max_answers) return 0;
  answers_.push_back({response.finish(config_.local.password, cryptography_), route});
  return answers_.back().datagram.size();
}

void IceAgent::on_media(const Route& route, std::size_t size, LocalTime now) {
  advance(now);
  if (!selected_) return;
  CandidatePair* pair = is_same_way(*selected_, route) ? pairs_.selected() : pairs_.add_route(route, now_);
  if (!pair) return;
  pair->last_media = now_;
  if (pair->selected || pair->consent_lost) return;
  pair->allowance = std::min(pair->allowance + max_amplification * size, max_allowance);
  if (now_ < pair->media_check_from || !may_send(*pair)) return;
  pair->media_check_from = now_ + pair->media_check_wait;
  pair->media_check_wait = std::min(2 * pair->media_check_wait, max_media_wait);
  pair->media_checked = now_;
  trigger(*pair);
  if (CandidatePair* selected = pairs_.selected(); selected && !consent_lost_) trigger(*selected);
}

// What a new request tells: that the peer is at this address, which may get so many bytes more, and whether the peer
// nominates it.
void IceAgent::learn(const StunMessage& request, std::size_t unspent, const Route& route) {
  CandidatePair* pair = pairs_.add_route(route, now_);
  if (!pair) return;
  pair->allowance = std::min(pair->allowance + unspent, max_allowance);
  if (request.use_candidate && role_ == Role::controlled) {
    pair->nomination = ++nominations_;
    last_nominated_ = now_;
  }
  if (pair->selected || pair->consent_lost) return;
  if (!pair->answered_within(lately, now_)) {
    trigger(*pair);
    // Perhaps the peer moved here.
    if (CandidatePair* selected = pairs_.selected()) probe(*selected);
  }
  follow_nomination(*pair);
}

void IceAgent::follow_nomination(CandidatePair& pair) {
  if (nominations_ > 0 && pair.nomination == nominations_ && pair.answered_within(warm, now_)) select(pair);
}

// An answer counts from where the request went to, and where that said so, at the address that it left from (RFC 8445,
// section 7.2.5.2.1).
CandidatePair* IceAgent::asked_pair(const StunMessage& response, const Route& route) {
  for (CandidatePair& pair : pairs_) {
    if (pair.route.to != route.to || pair.route.relayed != route.relayed || pair.consent_lost) continue;
    const SentCheck* check = pair.pending_check(response.id, now_);
    if (check && (check->any_source || !route.has_source() || pair.route.from == route.from)) return &pair;
  }
  return nullptr;
}

bool IceAgent::on_response(const StunMessage& response, const Route& route) {
  CandidatePair* pair = asked_pair(response, route);
  if (!pair || response.unknown_count > 0 || !has_integrity(response, config_.remote.password, cryptography_))
    return false;
  const bool is_error = response.message_class == StunClass::error;
  if (is_error ? response.error_code == 0 : !response.mapped_address) return false;
  SentCheck& pending = *pair->pending_check(response.id, now_);
  pending.pending = false;
  const SentCheck check = pending;
  ++counters_.responses_received;
  if (response.evenkeel_features) peer_features_ = response.evenkeel_features;
  if (is_error)
    on_error(*pair, check, response.error_code);
  else
    on_answer(*pair, check, *response.mapped_address, route);
  return true;
}

// RFC 8445, section 7.2.5.1. Other errors are as good as no answer.
void IceAgent::on_error(CandidatePair& pair, const SentCheck& check, int code) {
  if (code != stun_error::role_conflict || check.controlling != (role_ == Role::controlling)) return;
  tie_breaker_ = random_number();
  set_role(check.controlling ? Role::controlled : Role::controlling);
  trigger(pair);
}

void IceAgent::on_answer(CandidatePair& asked, const SentCheck& check, const Endpoint& mapped, const Route& route) {
  const bool was_selected = asked.selected;
  CandidatePair& pair = pairs_.bind(asked, route.from);
  if (pair.consent_lost) return;
  const bool is_new = !pair.is_valid(now_);
  pair.note_answered(check, now_);
  pair.seen_at = mapped;
  schedule_after_answer(pair);
  if (pair.media_checked <= check.at) pair.follow_at = now_ + silent_wait;
  if (was_selected) selected_ = pair.route;
  if (pair.selected)
    recovering_ = consent_lost_ = false;
  else if (is_wanted(pair, check, is_new))
    select(pair);
  else
    follow_nomination(pair);
}

// Whether a pair that answered is to take the place of the selected one.
bool IceAgent::is_wanted(const CandidatePair& answered, const SentCheck& check, bool is_new) const {
  const CandidatePair* selected = pairs_.selected();
  if (!selected || consent_lost_ || (recovering_ && may_move())) return true;
  const bool same_remote = selected->route.to == answered.route.to;
  if (check.any_source && same_remote && check.at >= moved_at_ && now_ < moved_until_) return true;
  const bool to_relay = answered.route.relayed && !selected->route.relayed;
  const bool from_relay = !answered.route.relayed && selected->route.relayed && now_ >= answered.shunned_until;
  if (role_ == Role::controlled) return nominations_ == 0 && is_new && !to_relay;
  return from_relay || (now_ < first_selected_ + settling && is_better(answered, *selected));
}

bool IceAgent::may_move() const { return role_ == Role::controlling || nominations_ == 0 || now_ < moved_until_; }

void IceAgent::select(CandidatePair& pair) {
  if (CandidatePair* before = pairs_.selected()) {
    if (before == &pair) return;
    before->selected = before->probing = false;
    if (recovering_ || consent_lost_) before->shun(now_);
    before->failing_at = never;
    if (!before->consent_lost) before->next_check = now_ + min_unanswered_wait;
  }
  if (first_selected_ == never) first_selected_ = now_;
  pair.selected = true;
  selected_ = pair.route;
  pair.media_check_wait = first_media_wait;
  consent_lost_ = recovering_ = false;
  ++counters_.selected_pair_changes;
  restart_checks(pair, first_confirmation);
  pair.next_check = now_ + first_confirmation;
  if (role_ == Role::controlling) trigger(pair);
}

CandidatePair* IceAgent::best_answered_since(LocalTime time) {
  CandidatePair* best = nullptr;
  for (CandidatePair& pair : pairs_) {
    if (pair.selected || pair.consent_lost || !pair.has_consent(now_) || *pair.last_response < time) continue;
    if (!best || is_better(pair, *best)) best = &pair;
  }
  return best;
}

// Whichever answers takes the place of the selected pair, as soon as it answers.
void IceAgent::leave_broken_pair() {
  recovering_ = true;
  CandidatePair* other = may_move() ? best_answered_since(pairs_.selected()->first_unanswered) : nullptr;
  if (other)
    select(*other);
  else
    wake_all();
}

// The peer is reached on the path its media take; nothing arrives from it on the selected one.
void IceAgent::follow_media() {
  for (CandidatePair& pair : pairs_) {
    if (pair.follow_at > now_) continue;
    const LocalTime checked = std::exchange(pair.media_checked, never);
    pair.follow_at = never;
    const CandidatePair* selected = pairs_.selected();
    if (!pair.selected && selected->unanswered > 0 && selected->last_media < checked) return select(pair);
  }
}

// The same credentials are never used again between these addresses (RFC 7675, section 5.1).
void IceAgent::lose_consent(CandidatePair& pair) {
  pair.consent_lost = consent_lost_ = true;
  pair.next_check = never;
  if (CandidatePair* other = best_answered_since(now_ - consent_timeout))
    select(*other);
  else
    wake_all();
}

void IceAgent::set_role(Role role) {
  role_ = role;
  nominations_ = 0;
  for (CandidatePair& pair : pairs_) pair.nomination = 0;
  CandidatePair* selected = pairs_.selected();
  if (selected && !consent_lost_ && role == Role::controlling) trigger(*selected);
}

void IceAgent::advance(LocalTime now) {
  now_ = std::max(now_, now);
  CandidatePair* pair = pairs_.selected();
  if (!pair || consent_lost_) return;
  if (!pair->has_consent(now_))
    lose_consent(*pair);
  else if (!recovering_ && pair->is_failing(now_))
    leave_broken_pair();
  follow_media();
}

bool IceAgent::is_validated(const Route& route) const {
  return std::any_of(pairs_.begin(), pairs_.end(), [&](const CandidatePair& pair) {
    return pair.route.to == route.to && pair.route.relayed == route.relayed && pair.is_valid(now_) &&
           !pair.consent_lost;
  });
}

Duration IceAgent::round_trip_time() const {
  const CandidatePair* pair = pairs_.selected();
  return pair ? pair->round_trip : Duration(0);
}

std::optional<LocalTime> IceAgent::last_answered() const {
  const CandidatePair* pair = pairs_.selected();
  return pair ? pair->last_response : std::nullopt;
}

std::optional<Endpoint> IceAgent::mapped_address() const {
  const CandidatePair* pair = pairs_.selected();
  return pair ? pair->seen_at : std::nullopt;
}

std::optional<CandidateType> IceAgent::local_candidate_type() const {
  const CandidatePair* pair = pairs_.selected();
  if (!pair) return std::nullopt;
  if (pair->route.relayed) return CandidateType::relayed;
  return pair->seen_at && pair->seen_at->address == pair->route.from ? CandidateType::host
                                                                     : CandidateType::peer_reflexive;
}

std::optional<CandidateType> IceAgent::remote_candidate_type() const {
  const CandidatePair* pair = pairs_.selected();
  if (!pair) return std::nullopt;
  return pair->remote_type;
}

std::uint64_t IceAgent::random_number() {
  std::array<std::uint8_t, 8> bytes;
  random_(bytes);
  return ByteReader(bytes).u64();
}

Duration IceAgent::between(Duration least, Duration most) {
  return least +
         Duration(static_cast<Duration::rep>(random_number() % static_cast<std::uint64_t>((most - least).count())));
}

}  // namespace evenkeel
