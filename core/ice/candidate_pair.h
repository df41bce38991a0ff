#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/endpoint.h"
#include "core/base/time.h"
#include "core/ice/ice_timing.h"
#include "core/ice/stun_message.h"

namespace evenkeel {

inline constexpr LocalTime never = LocalTime::max();

/// How an address became known (RFC 8445, section 4): it is the machine's own, a STUN server told it, it was learnt
/// from a check, or a TURN server lends it.
enum class CandidateType { host, server_reflexive, peer_reflexive, relayed };

/// A binding request of ours. Each transmission is a transaction of its own, so that its answer tells the round trip
/// whatever was lost before.
struct SentCheck {
  StunTransactionId id{};
  LocalTime at{};
  bool controlling = false;
  bool any_source = false;  ///< the kernel chose the local address
  bool pending = false;
};

/// A remote address and a local one, or none yet: then the kernel takes one, and the first answer tells which.
struct CandidatePair {
  /// An answer that comes later than this counts for nothing.
  static constexpr Duration answer_timeout = 10s;
  /// What has not answered for so long is as good as never checked.
  static constexpr Duration validity = 60s;
  static constexpr Duration first_shun_time = 15s, max_shun_time = 4min;

  Route route;
  unsigned preference = 0;  ///< lower is better
  bool signalled = false;   ///< the remote address was told by the peer's description, not learnt from a request
  CandidateType remote_type = CandidateType::peer_reflexive;  ///< as the description names it
  bool selected = false;
  bool remote_answered = false;  ///< a check to this remote address, from whichever local one
  bool consent_lost = false;     ///< never checked again (RFC 7675, section 5.1)

  LocalTime since{};            ///< checks began, or began anew
  LocalTime next_check{never};  ///< see IceAgent::due_pair()
  bool urgent = false;          ///< leaves without waiting for its turn
  bool probing = false;         ///< whether it still answers is asked in a hurry
  Duration retry =
      ice_timing::first_retry;  ///< before the next retransmission; before the next check of a new selected pair
  std::size_t allowance = 0;    ///< bytes that may go to an address that has not answered yet

  std::optional<LocalTime> last_sent{}, last_response{};
  Duration round_trip{};
  std::optional<Endpoint> seen_at{};  ///< where the peer sees us
  unsigned unanswered = 0;            ///< checks since the last response
  LocalTime first_unanswered{};
  LocalTime failing_at{never};  ///< from then on it counts as broken
  LocalTime shunned_until{};    ///< see shun()
  Duration shun_time = first_shun_time;
  std::uint64_t nomination = 0;  ///< of the peer's nominations the number of the last one for this pair; 0: none

  LocalTime last_media{};        ///< authenticated, that came by it
  LocalTime media_check_from{};  ///< media by it ask for a check no earlier
  Duration media_check_wait = ice_timing::first_media_wait;
  LocalTime media_checked{never};  ///< when media asked for the last check
  LocalTime follow_at{never};      ///< then it takes the place of a selected pair that is silent

  std::array<SentCheck, 16> sent{};
  std::size_t sent_count = 0;

  bool answered_within(Duration age, LocalTime now) const { return last_response && now - *last_response <= age; }
  bool has_consent(LocalTime now) const { return last_response && now - *last_response < ice_timing::consent_timeout; }
  bool is_valid(LocalTime now) const { return answered_within(validity, now); }
  bool is_failing(LocalTime now) const { return now >= failing_at; }

  /// It broke while media took it: who calls by a relay since then does not come back to it at once, and each time
  /// later, so that a way that fails now and then does not restart the rate control again and again.
  void shun(LocalTime now) { shunned_until = now + std::exchange(shun_time, std::min(2 * shun_time, max_shun_time)); }
  void note_sent(const SentCheck& check) {
    sent[sent_count++ % sent.size()] = check;
    last_sent = check.at;
    if (unanswered++ == 0) first_unanswered = check.at;
  }
  /// The check that this answers, or nullptr.
  SentCheck* pending_check(const StunTransactionId& id, LocalTime now) {
    const auto found = std::find_if(sent.begin(), sent.end(), [&](const SentCheck& check) {
      return check.pending && check.id == id && now - check.at <= answer_timeout;
    });
    return found == sent.end() ? nullptr : &*found;
  }
  void note_answered(const SentCheck& check, LocalTime now) {
    last_response = now;
    round_trip = now - check.at;
    unanswered = 0;
    failing_at = never;
    probing = false;
    remote_answered = true;
  }
};

}  // namespace evenkeel
