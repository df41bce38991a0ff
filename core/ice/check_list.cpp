#include "core/ice/check_list.h"

#include <tuple>

#include "core/base/address_scope.h"

namespace evenkeel {
namespace {

// Behind all that the peer's description names.
constexpr unsigned learnt_preference = 1u << 30;
// And behind everything the ways over a relay.
constexpr unsigned relay_penalty = 1u << 31;

unsigned preference_on(const Route& route, unsigned preference) {
  return (preference & ~relay_penalty) | (route.relayed ? relay_penalty : 0u);
}

// A relay on the Internet has no way into networks behind a NAT (RFC 1918, RFC 6598, RFC 4193), and coturn ends an
// allocation that it cannot send for.
bool may_reach(const IpAddress& lent, const Endpoint& remote) {
  return is_ipv4(lent) == is_ipv4(remote) && (is_private(lent) || !is_private(remote.address));
}

}  // namespace

// What is dropped first compares lowest.
struct CheckList::Victim {
  Endpoint remote;
  bool signalled;
  unsigned order;
  LocalTime since;

  bool operator<(const Victim& other) const {
    return std::tie(signalled, order, since) < std::tie(other.signalled, other.order, other.since);
  }
};

CandidatePair* CheckList::find(const Route& route) {
  const auto found = std::find_if(begin(), end(), [&](const auto& pair) { return pair.route == route; });
  return found == end() ? nullptr : &*found;
}

CandidatePair* CheckList::selected() {
  const auto found = std::find_if(begin(), end(), [](const auto& pair) { return pair.selected; });
  return found == end() ? nullptr : &*found;
}

const CandidatePair* CheckList::selected() const { return const_cast<CheckList*>(this)->selected(); }

bool CheckList::knows(const Endpoint& remote) const {
  return std::any_of(begin(), end(), [&](const auto& pair) { return pair.route.to == remote; });
}

std::size_t CheckList::remotes() const {
  std::size_t count = 0;
  for (auto pair = begin(); pair != end(); ++pair)
    count += std::none_of(begin(), pair, [&](const auto& other) { return other.route.to == pair->route.to; });
  return count;
}

CandidatePair* CheckList::add_signalled(const Endpoint& remote, CandidateType type, LocalTime now) {
  const auto is_direct = [&](const auto& pair) { return pair.route.to == remote && !pair.route.relayed; };
  if (std::none_of(begin(), end(), is_direct)) {
    if (!make_room(remote, false, now)) return nullptr;
    pairs_.push_back({.route = remote, .preference = learnt_preference, .since = now});
  }
  const unsigned preference = signalled_count_++;
  CandidatePair* first = nullptr;
  for (auto& pair : pairs_) {
    if (pair.route.to != remote) continue;
    if (!pair.signalled) {
      pair.preference = preference_on(pair.route, preference);
      pair.remote_type = type;
    }
    pair.signalled = true;
    if (!first || first->route.relayed) first = &pair;
  }
  return first;
}

CandidatePair* CheckList::add_route(const Route& route, LocalTime now) {
  if (CandidatePair* known = find(route)) return known;
  if (route.relayed) {  // one at most for each: it takes the address that is lent now
    const auto same = [&](const CandidatePair& pair) { return pair.route.relayed && pair.route.to == route.to; };
    if (const auto known = std::find_if(begin(), end(), same); known != end()) {
      known->route.from = route.from;
      return &*known;
    }
  }
  if (!make_room(route, true, now)) return nullptr;
  CandidatePair added{.route = route, .preference = preference_on(route, learnt_preference), .since = now};
  for (const CandidatePair& sibling : pairs_) {
    if (sibling.route.to != route.to) continue;
    added.preference = preference_on(route, sibling.preference);
    added.signalled = sibling.signalled;
    added.remote_type = sibling.remote_type;
    added.remote_answered = added.remote_answered || sibling.remote_answered;
  }
  pairs_.push_back(added);
  return &pairs_.back();
}

std::size_t CheckList::set_relayed(const IpAddress& lent, LocalTime now) {
  std::size_t changed = 0;
  std::vector<Endpoint> wanted;
  for (CandidatePair& pair : pairs_) {
    if (is_ipv4(pair.route.to) != is_ipv4(lent)) continue;
    if (!pair.route.relayed) {
      const bool known = std::find(wanted.begin(), wanted.end(), pair.route.to) != wanted.end();
      if (pair.signalled && !known && may_reach(lent, pair.route.to)) wanted.push_back(pair.route.to);
    } else if (pair.route.from != lent) {
      pair.route.from = lent;
      pair.consent_lost = false;  // these are other addresses
      ++changed;
    }
  }
  for (const Endpoint& remote : wanted) {
    const Route route = Route::by_relay(remote, lent);
    if (find(route)) continue;
    add_route(route, now);
    ++changed;
  }
  return changed;
}

CandidatePair& CheckList::bind(CandidatePair& pair, const IpAddress& local) {
  if (pair.route.has_source() || local == IpAddress{}) return pair;
  const Route route(pair.route.to, local);
  if (!find(route)) {
    pair.route = route;
    return pair;
  }
  const CandidatePair merged = pair;
  pairs_.erase(begin() + (&pair - pairs_.data()));
  CandidatePair& known = *find(route);
  known.selected = known.selected || merged.selected;
  // Their answers may still be on the way.
  for (const SentCheck& check : merged.sent)
    if (check.pending) known.sent[known.sent_count++ % known.sent.size()] = check;
  return known;
}

bool CheckList::make_room(const Route& route, bool for_stranger, LocalTime now) {
  const Endpoint& remote = route.to;
  if (route.relayed && knows(remote)) return true;  // one at most: it has the address that is lent
  const auto routes = static_cast<std::size_t>(
      std::count_if(begin(), end(), [&](const auto& pair) { return pair.route.to == remote && !pair.route.relayed; }));
  if (routes >= max_routes_per_remote) return drop_route(remote);
  if (knows(remote) || remotes() < max_remotes) return true;
  return drop_remote(for_stranger, now);
}

// Of one remote address the way that answered longest ago, if ever.
bool CheckList::drop_route(const Endpoint& remote) {
  auto oldest = end();
  for (auto pair = begin(); pair != end(); ++pair) {
    if (pair->route.to != remote || pair->selected || pair->route.relayed) continue;
    if (oldest == end() || std::tie(pair->last_response, pair->since) < std::tie(oldest->last_response, oldest->since))
      oldest = pair;
  }
  if (oldest == end()) return false;
  pairs_.erase(oldest);
  return true;
}

std::optional<CheckList::Victim> CheckList::victim(const CandidatePair& pair, bool for_stranger, LocalTime now) const {
  const bool in_use = std::any_of(begin(), end(), [&](const auto& other) {
    return other.route.to == pair.route.to && (other.selected || other.is_valid(now));
  });
  if (in_use || (pair.signalled && !for_stranger)) return std::nullopt;
  if (for_stranger && now - pair.since < (pair.signalled ? min_signalled_age : min_stranger_age)) return std::nullopt;
  return Victim{pair.route.to, pair.signalled, ~pair.preference, pair.since};
}

bool CheckList::drop_remote(bool for_stranger, LocalTime now) {
  std::optional<Victim> least;
  for (const auto& pair : pairs_)
    if (const auto found = victim(pair, for_stranger, now); found && (!least || *found < *least)) least = found;
  if (!least) return false;
  std::erase_if(pairs_, [&](const auto& pair) { return pair.route.to == least->remote; });
  return true;
}

}  // namespace evenkeel
