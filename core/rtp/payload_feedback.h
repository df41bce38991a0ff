#pragma once

#include <cstdint>
#include <span>

#include "core/rtp/rtcp.h"

namespace evenkeel {

/// Feedback has at least one entry of four bytes behind the two SSRCs (RFC 4585, sections 6.2.1 to 6.3.3).
inline bool has_feedback_entries(std::span<const std::uint8_t> body) { return body.size() >= 12; }

/// Reads a payload-specific feedback message (RFC 4585, section 6.3, and those that came after it) behind its first
/// word and without padding, into what `out` has of it already. Messages that we do not know are passed over. False
/// where lengths do not add up.
bool parse_payload_feedback(std::uint8_t message_type, std::span<const std::uint8_t> body, RtcpCompound& out);

}  // namespace evenkeel
