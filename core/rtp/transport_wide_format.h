#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/byte_writer.h"
#include "core/base/time.h"
#include "core/rtp/rtcp.h"

namespace evenkeel {

/// Units of transport-wide feedback (draft-holmer-rmcat-transport-wide-cc-extensions-01, sections 3.1 and 3.1.5).
inline constexpr Duration transport_wide_tick = 250us;
inline constexpr Duration transport_wide_reference_unit = 64ms;
/// From the last packet that came to the next: 16 bits with a sign, which is +-8.19 s.
inline constexpr std::int64_t min_transport_wide_delta = -0x8000;
inline constexpr std::int64_t max_transport_wide_delta = 0x7FFF;

/// The nearest tick, of two equally near the later: what shifts by whole ticks rounds the same.
constexpr std::int64_t to_transport_wide_ticks(Duration time) {
  const std::int64_t tick = transport_wide_tick.count();
  const std::int64_t ticks = time.count() / tick;
  const std::int64_t rest = time.count() % tick;  // of the sign of time
  if (2 * rest >= tick) return ticks + 1;
  return 2 * rest < -tick ? ticks - 1 : ticks;
}

/// The bytes of the longest RTCP packet of feedback on so many packets: seven to a chunk, two bytes to each delta.
constexpr std::size_t max_transport_wide_size(std::size_t packets) {
  return (20 + 2 * ((packets + 6) / 7) + 2 * packets + 3) / 4 * 4;
}

/// Reads a message behind its first word and without padding. False where chunks or deltas are missing, a status is the
/// reserved one, or the message has no packet or more than `max_arrivals`; `out` is then unspecified. Statuses
/// behind the last packet and bytes behind the last delta are ignored. Memory of `out` is reused.
bool parse_transport_wide_feedback(std::span<const std::uint8_t> body, std::size_t max_arrivals,
                                   TransportWideFeedback& out);

/// Writes what the above reads; whether it fitted, `writer` knows. False where the format cannot hold it (see
/// RtcpWriter). Times go to the nearest tick, without errors that add up.
bool write_transport_wide_feedback(const TransportWideFeedback& feedback, ByteWriter& writer);

}  // namespace evenkeel
