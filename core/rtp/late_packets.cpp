#include "core/rtp/late_packets.h"

#include <algorithm>

namespace evenkeel {

std::optional<Duration> LatePackets::on_packet(const TrackedSequence& sequence, LocalTime arrival) {
  const auto slot = [&](std::int64_t number) -> Missing& {
    return missing_[static_cast<std::uint64_t>(number) % remembered];
  };
  constexpr auto most = static_cast<std::int64_t>(remembered);
  for (std::int64_t step = std::min(sequence.skipped, most); step > 0; --step) {
    slot(sequence.number - step) = {sequence.number - step, arrival};
  }
  Missing& missing = slot(sequence.number);
  if (sequence.number >= sequence.highest || missing.number != sequence.number) return std::nullopt;
  missing.number = none;
  return std::max(arrival - missing.since, Duration::zero());
}

}  // namespace evenkeel
