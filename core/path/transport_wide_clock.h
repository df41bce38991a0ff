#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"
#include "core/rtp/sequence_unwrapper.h"

namespace evenkeel {

/// The peer's clock as transport-wide feedback tells it: 24 bits of 64 ms, which wrap after 12 days, as a time that
/// does not. Each is taken as the nearest to the first one plus the time that passed here since: whatever the peer
/// sends, no time is further than 6.2 days from there, and leaps do not add up.
class TransportWideClock {
 public:
  static constexpr Duration unit = 64ms;

  /// `now` is when the feedback with this reference time is read.
  RemoteTime read(std::uint32_t reference_time, LocalTime now) {
    const std::int64_t here = now.time_since_epoch() / unit;
    if (!ahead_) ahead_ = std::int64_t{reference_time & 0xFFFFFF} - here;
    SequenceUnwrapper<std::uint32_t> unwrapper;  // of 24 bits, shifted to the top of 32
    unwrapper.set_reference((here + *ahead_) * 256);
    return RemoteTime(unwrapper.peek(reference_time << 8) / 256 * unit);
  }
  /// The peer may be another one.
  void reset() { ahead_.reset(); }

 private:
  std::optional<std::int64_t> ahead_;  // of our clock
};

}  // namespace evenkeel
