#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"
#include "core/rtp/ntp.h"
#include "core/rtp/sequence_unwrapper.h"

namespace evenkeel {

/// The peer's clock as its feedback tells it: 16.16 fixed point (RFC 8888, section 3.1), which wraps after 18 hours, as
/// a time that does not.
///
/// Before start() a timestamp is taken as the nearest to our own clock: it is our own where both ends read one clock.
/// Then as the nearest to the first one plus the time that passed here since: whatever the peer sends, no time is
/// further than 9.2 hours from there, and leaps do not add up.
class ReportClock {
 public:
  /// `now` is when the feedback with this timestamp is read.
  RemoteTime read(std::uint32_t timestamp, LocalTime now) const {
    return RemoteTime(from_ntp_units(unwrap(timestamp, now)));
  }
  /// This feedback is the peer's, not a stranger's. Later calls change nothing.
  void start(std::uint32_t timestamp, LocalTime now) {
    if (!ahead_) ahead_ = unwrap(timestamp, now) - units(now);
  }
  /// The peer may be another one.
  void reset() { ahead_.reset(); }

 private:
  static std::int64_t units(LocalTime t) { return to_ntp_units(t.time_since_epoch()); }
  std::int64_t unwrap(std::uint32_t timestamp, LocalTime now) const {
    SequenceUnwrapper<std::uint32_t> unwrapper;
    unwrapper.set_reference(units(now) + ahead_.value_or(0));
    return unwrapper.peek(timestamp);
  }
  std::optional<std::int64_t> ahead_;  // of our clock, in 1/65536 s
};

}  // namespace evenkeel
