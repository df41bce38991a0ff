#include <algorithm>
#include <tuple>
#include <utility>

#include "core/ice/ice_agent.h"
#include "core/ice/ice_timing.h"

namespace evenkeel {
namespace {

using namespace ice_timing;

// What a peer-reflexive candidate would get that a check makes known: type preference 110, the highest local one,
// component 1 (RFC 8445, sections 5.1.2.1 and 7.1.1).
constexpr std::uint32_t check_priority = 110u << 24 | 65535u << 8 | 255u;

}  // namespace

// A request came on this pair: the peer is there, and its NAT, if any, lets ours in.
void IceAgent::trigger(CandidatePair& pair) {
  if (!pair.last_response && now_ - pair.since > eager_time) {
    pair.since = now_;
    pair.retry = first_retry;
  }
  const LocalTime soonest = pair.last_sent ? std::max(now_, *pair.last_sent + min_gap) : now_;
  pair.next_check = std::min(pair.next_check, soonest);
  pair.urgent = true;
}

// Asks in a hurry whether a pair still answers.
void IceAgent::probe(CandidatePair& pair) {
  if (pair.probing || pair.consent_lost) return;
  pair.probing = true;
  trigger(pair);
}

void IceAgent::ask_again(LocalTime now) {
  advance(now);
  if (CandidatePair* selected = pairs_.selected(); selected && !consent_lost_) trigger(*selected);
}

void IceAgent::restart_checks(CandidatePair& pair, Duration retry) {
  pair.since = pair.next_check = now_;
  pair.retry = retry;
  pair.unanswered = 0;
  pair.failing_at = never;
  pair.urgent = pair.probing = false;
}

void IceAgent::wake_all() {
  for (CandidatePair& pair : pairs_)
    if (!pair.selected && !pair.consent_lost && pair.next_check > now_) restart_checks(pair, first_retry);
}

void IceAgent::on_addresses_changed(LocalTime now) {
  advance(now);
  moved_at_ = now_;
  moved_until_ = now_ + move_time;
  std::vector<Endpoint> remotes;
  for (const CandidatePair& pair : pairs_)
    if (pair.signalled || pair.is_valid(now_)) remotes.push_back(pair.route.to);
  for (const Endpoint& remote : remotes) {
    CandidatePair* pair = pairs_.add_route(remote, now_);
    if (!pair || pair->consent_lost || pair->selected) continue;
    restart_checks(*pair, move_retry);
    pair->urgent = selected_ && selected_->to == remote;
  }
  if (CandidatePair* selected = pairs_.selected()) probe(*selected);
}

// How long the next check of a pair waits for an answer to this one.
Duration IceAgent::unanswered_wait(CandidatePair& pair) {
  if (pair.selected && pair.probing && pair.unanswered < probes) return probe_gap;
  if (pair.selected) return std::max(min_unanswered_wait, 2 * pair.round_trip);
  const bool is_needed = !selected_ || recovering_ || consent_lost_;
  if (pair.last_response && !is_needed) {
    if (pair.unanswered < keepalive_attempts) return min_unanswered_wait;
    // By a relay the direct way that there was is looked for as long as the call lasts.
    return selected_->relayed && !pair.route.relayed ? keepalive_interval : Duration::max();
  }
  const Duration age = now_ - pair.since;
  if (age > give_up || (age > eager_time && !is_needed)) return Duration::max();
  if (age > eager_time) return between(min_slow, max_slow);
  return std::exchange(pair.retry, std::min(2 * pair.retry, max_retry));
}

void IceAgent::schedule_after_sending(CandidatePair& pair) {
  const Duration wait = unanswered_wait(pair);
  pair.next_check = wait == Duration::max() ? never : now_ + wait;
  pair.urgent = false;
  if (pair.selected && pair.failing_at == never && pair.unanswered >= (pair.probing ? probes : attempts))
    pair.failing_at = now_ + min_failure_wait + pair.round_trip * 3 / 2;
}

void IceAgent::schedule_after_answer(CandidatePair& pair) {
  const Duration interval = pair.selected ? consent_interval : keepalive_interval;
  Duration wait = between(interval * 4 / 5, interval * 6 / 5);
  if (pair.selected) {
    wait = std::min(wait, pair.retry);
    pair.retry = std::min(2 * pair.retry, 2 * consent_interval);
  }
  pair.next_check = now_ + wait;
  pair.urgent = false;
}

LocalTime IceAgent::due_time(const CandidatePair& pair) const {
  return pair.urgent || pair.selected || pair.next_check == never ? pair.next_check
                                                                  : std::max(pair.next_check, next_ordinary_);
}

// Urgent checks first, then the one that waited longest.
CandidatePair* IceAgent::due_pair() {
  CandidatePair* first = nullptr;
  const auto order = [](const CandidatePair& pair) {
    return std::tuple(!pair.urgent, pair.next_check, pair.preference);
  };
  for (CandidatePair& pair : pairs_)
    if (due_time(pair) <= now_ && (!first || order(pair) < order(*first))) first = &pair;
  return first;
}

bool IceAgent::may_send(const CandidatePair& pair) const {
  return pair.signalled || pair.remote_answered || pair.allowance >= max_check_size_;
}

std::optional<IceAgent::Outgoing> IceAgent::poll(LocalTime now) {
  advance(now);
  if (!answers_.empty()) {
    Outgoing answer = std::move(answers_.front());
    answers_.pop_front();
    ++counters_.responses_sent;
    return answer;
  }
  while (CandidatePair* pair = due_pair()) {
    if (may_send(*pair)) return send_check(*pair);
    pair->next_check = never;  // until a request comes from there
  }
  return std::nullopt;
}

LocalTime IceAgent::next_wake() const {
  if (!answers_.empty()) return now_;
  LocalTime wake = never;
  for (const CandidatePair& pair : pairs_) wake = std::min({wake, due_time(pair), pair.follow_at});
  const CandidatePair* selected = pairs_.selected();
  if (selected && !consent_lost_) wake = std::min(wake, *selected->last_response + consent_timeout);
  if (selected && !consent_lost_ && !recovering_) wake = std::min(wake, selected->failing_at);
  return wake;
}

// The controlling side says USE-CANDIDATE in all checks of the pair that it selected, so that none that is lost
// matters; and where its address changed, already in the first one from the new address.
bool IceAgent::nominates(const CandidatePair& pair) const {
  if (role_ != Role::controlling) return false;
  return pair.selected ||
         (selected_ && !pair.route.has_source() && pair.route.to == selected_->to && now_ < moved_until_);
}

std::vector<std::uint8_t> IceAgent::check_message(const StunTransactionId& id, bool nominating) const {
  StunWriter request(StunClass::request, id);
  request.username(config_.local.ufrag, config_.remote.ufrag).priority(check_priority);
  if (role_ == Role::controlling)
    request.controlling(tie_breaker_);
  else
    request.controlled(tie_breaker_);
  if (nominating) request.use_candidate();
  return request.finish(config_.remote.password, cryptography_);
}

IceAgent::Outgoing IceAgent::send_check(CandidatePair& pair) {
  SentCheck check{.at = now_, .controlling = role_ == Role::controlling, .any_source = !pair.route.has_source()};
  random_(check.id);
  check.pending = true;
  Outgoing out{check_message(check.id, nominates(pair)), pair.route};
  pair.allowance -= std::min(pair.allowance, out.datagram.size());
  if (!pair.urgent && !pair.selected) next_ordinary_ = now_ + pace;
  ++(pair.selected ? counters_.consent_requests_sent : counters_.requests_sent);
  pair.note_sent(check);
  schedule_after_sending(pair);
  return out;
}

}  // namespace evenkeel
