#pragma once

#include <vector>

#include "core/ice/candidate_pair.h"

namespace evenkeel {

/// The pairs of one agent, bounded: 16 remote addresses, each by at most 3 local ones and a relay. Pointers to pairs
/// hold until the next call that is not const.
class CheckList {
 public:
  static constexpr std::size_t max_remotes = 16;
  static constexpr std::size_t max_routes_per_remote = 3;
  /// A stranger displaces another, or what the peer named, only when that had this long to answer.
  static constexpr Duration min_stranger_age = 2s, min_signalled_age = 10s;

  CheckList() { pairs_.reserve(max_remotes * (max_routes_per_remote + 1)); }

  auto begin() { return pairs_.begin(); }
  auto end() { return pairs_.end(); }
  auto begin() const { return pairs_.begin(); }
  auto end() const { return pairs_.end(); }

  CandidatePair* find(const Route& route);
  CandidatePair* selected();
  const CandidatePair* selected() const;
  bool knows(const Endpoint& remote) const;

  /// The way over a relay to each address that the peer's description names, and behind all others in preference; those
  /// that there are already take another address of the relay. Returns how many are new or changed.
  std::size_t set_relayed(const IpAddress& lent, LocalTime now);
  /// An address that the peer's description names: preferred to those named later, and to all learnt. Nullptr where 16
  /// are known that are as good.
  CandidatePair* add_signalled(const Endpoint& remote, CandidateType type, LocalTime now);
  /// A way to or from a remote address, known or not. Nullptr where there is no place for a stranger.
  CandidatePair* add_route(const Route& route, LocalTime now);
  /// An answer to a check without a source came by this local address: the pair gets it, or another has it already,
  /// which then is the one that is returned.
  CandidatePair& bind(CandidatePair& pair, const IpAddress& local);

 private:
  struct Victim;
  std::size_t remotes() const;
  bool make_room(const Route& route, bool for_stranger, LocalTime now);
  bool drop_route(const Endpoint& remote);
  bool drop_remote(bool for_stranger, LocalTime now);
  std::optional<Victim> victim(const CandidatePair& pair, bool for_stranger, LocalTime now) const;

  std::vector<CandidatePair> pairs_;
  unsigned signalled_count_ = 0;
};

}  // namespace evenkeel
