#pragma once

#include "core/base/time.h"

/// When checks of an IceAgent leave.
namespace evenkeel::ice_timing {

/// Between ordinary checks of all pairs together: Ta (RFC 8445, section 14.2).
inline constexpr Duration pace = 50ms;
/// Between checks of one pair, whatever asks for them.
inline constexpr Duration min_gap = 50ms;

// Of a pair that has not answered. A check is sent again after 250 ms, then 500 ms: not more, since the first answer
// must come within seconds where a fifth of all datagrams is lost. After the eager time every 1 to 2 s.
inline constexpr Duration first_retry = 250ms, max_retry = 500ms;
inline constexpr Duration eager_time = 5s;
inline constexpr Duration min_slow = 1s, max_slow = 2s;
inline constexpr Duration give_up = 10min;
/// The first retransmission after the addresses of this machine changed; doubled up to max_retry.
inline constexpr Duration move_retry = 100ms;
/// A change of addresses explains for so long that another pair than the selected one answers.
inline constexpr Duration move_time = 10s;

// Of the selected pair. After a nomination a few checks come sooner, in case that one was lost or overtaken.
inline constexpr Duration first_confirmation = 500ms;
inline constexpr Duration consent_interval = 5s;     ///< times 0.8 to 1.2 (RFC 7675, section 5.1)
inline constexpr Duration consent_timeout = 30s;     ///< RFC 7675, section 5.1
inline constexpr Duration min_unanswered_wait = 1s;  ///< or two round trips
inline constexpr Duration probe_gap = 100ms;         ///< between the two checks that ask whether it still answers
inline constexpr unsigned probes = 2, attempts = 4;  ///< so many without an answer: it is broken; when probed, or not
inline constexpr Duration min_failure_wait = 100ms;  ///< after the last of them, and one and a half round trips

/// Media of the peer come by another way than the selected one, which gets so much longer to answer than that one took.
inline constexpr Duration silent_wait = 50ms;
/// Between checks that media ask for on one pair; doubled up to the longest while the selected one answers.
inline constexpr Duration first_media_wait = 500ms, max_media_wait = 5s;

// Of other pairs that answered.
inline constexpr Duration keepalive_interval = 15s;  ///< times 0.8 to 1.2: below what NATs forget (RFC 4787, REQ-5)
inline constexpr unsigned keepalive_attempts = 3;

}  // namespace evenkeel::ice_timing
