#pragma once

#include <algorithm>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// When the datagrams of one socket arrived, from the kernel's stamps, which are of the wall clock. That clock may have
/// been set, or the machine suspended, between the stamp and its reading. A socket is first in, first out, so that no
/// datagram came before the one that was read before it; nor did one come in the future or wait for long.
class ArrivalStamps {
 public:
  /// `stamp`: of the wall clock; nullopt: none. `offset`: what the wall clock is ahead of the monotonic one, whose
  /// reading is `now`.
  LocalTime arrival(std::optional<Duration> stamp, Duration offset, Duration now) {
    Duration arrival = stamp.value_or(now + offset) - offset;
    if (arrival > now || arrival < now - oldest_stamp) arrival = now;
    return last_ = std::max(LocalTime(arrival), last_);
  }

 private:
  static constexpr Duration oldest_stamp = std::chrono::seconds(5);
  LocalTime last_ = LocalTime::min();
};

}  // namespace evenkeel
