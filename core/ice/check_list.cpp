#include "core/ice/check_list.h"

#include <tuple>

namespace evenkeel {
namespace {

// Behind all that the peer's description names.
constexpr unsigned learnt_preference = ~0u;

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

CandidatePair* CheckList::add_signalled(const Endpoint& remote, LocalTime now) {
  if (!knows(remote)) {
    if (!make_room(remote, false, now)) return nullptr;
    pairs_.push_back({.route = remote, .preference = learnt_preference, .since = now});
  }
  const unsigned preference = signalled_count_++;
  CandidatePair* first = nullptr;
  for (auto& pair : pairs_) {
    if (pair.route.to != remote) continue;
    if (!pair.signalled) pair.preference = preference;
    pair.signalled = true;
    if (!first) first = &pair;
  }
  return first;
}

CandidatePair* CheckList::add_route(const Route& route, LocalTime now) {
  if (CandidatePair* known = find(route)) return known;
  if (!make_room(route.to, true, now)) return nullptr;
  CandidatePair added{.route = route, .preference = learnt_preference, .since = now};
  for (const CandidatePair& sibling : pairs_) {
    if (sibling.route.to != route.to) continue;
    added.preference = sibling.preference;
    added.signalled = sibling.signalled;
    added.remote_answered = added.remote_answered || sibling.remote_answered;
  }
  pairs_.push_back(added);
  return &pairs_.back();
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

bool CheckList::make_room(const Endpoint& remote, bool for_stranger, LocalTime now) {
  const auto routes = static_cast<std::size_t>(
      std::count_if(begin(), end(), [&](const auto& pair) { return pair.route.to == remote; }));
  if (routes >= max_routes_per_remote) return drop_route(remote);
  if (routes > 0 || remotes() < max_remotes) return true;
  return drop_remote(for_stranger, now);
}

// Of one remote address the way that answered longest ago, if ever.
bool CheckList::drop_route(const Endpoint& remote) {
  auto oldest = end();
  for (auto pair = begin(); pair != end(); ++pair) {
    if (pair->route.to != remote || pair->selected) continue;
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
