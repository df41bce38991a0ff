#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/path/round_trip_time.h"
#include "core/rtp/rtcp.h"

namespace evenkeel {

/// The round trip of an end that sends no media, by extended reports (RFC 3611, sections 4.4 and 4.5): our reference
/// time goes with a report, and the peer answers it and says for how long it held it. A peer that knows none of this
/// does not answer, and the round trip stays unknown.
class ReferenceTimes {
 public:
  /// Whether the next report is to ask: once a second, at first a few times in quick succession, until an answer comes.
  bool due(LocalTime now) const;
  /// The report that is sent at `now` asks.
  void ask(LocalTime now);
  /// `arrival` is when it came, as the kernel stamped it. Passed over: what we did not ask, or not lately, a second
  /// answer, and a round trip that is not above zero, or above 10 s.
  void on_answer(const ReferenceTimeAnswer& answer, LocalTime arrival);
  /// The peer may be another one.
  void reset() { *this = {}; }

  const RoundTripTime& round_trip_time() const { return round_trip_time_; }

 private:
  struct Asked {
    std::uint32_t ntp_middle = 0;
    LocalTime at{};
  };
  std::array<std::optional<Asked>, 16> asked_;  // and not answered, for more than 10 s
  std::uint64_t count_ = 0;
  std::optional<LocalTime> last_;
  RoundTripTime round_trip_time_;
};

}  // namespace evenkeel
