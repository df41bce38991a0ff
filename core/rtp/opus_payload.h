#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace evenkeel {

// Facts of RTP with Opus (RFC 7587).

/// Whatever rate the codec works at (section 4.1).
inline constexpr int opus_clock_rate = 48000;

/// What a packet may be long: one frame has 1275 bytes at most (RFC 6716, section 3.2.1), and no more fits a datagram
/// with one frame per packet, as we send it. Packets of others with several frames have to fit it as well.
inline constexpr std::size_t max_opus_payload = 1275;

/// A payload is one packet of Opus and has no header (section 4.2). Empty ones and longer ones are dropped unread.
inline bool is_plausible_opus(std::span<const std::uint8_t> payload) {
  return !payload.empty() && payload.size() <= max_opus_payload;
}

}  // namespace evenkeel
