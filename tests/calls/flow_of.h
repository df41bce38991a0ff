#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace evenkeel::calls {

/// Whose an IP packet is, either way: "media", "media2" and "media3" are the calls with listeners at UDP ports 5004 to
/// 5006, "udp" is any other UDP, "tcp" any TCP, "other" the rest and all that is not IPv4.
std::string_view flow_of(std::span<const std::uint8_t> packet);

/// What an RTP header says.
struct RtpMark {
  std::uint8_t payload_type = 0;
  std::uint32_t timestamp = 0;
};

/// Of an IPv4 packet with UDP and RTP in it. Nullopt for RTCP, and for what is no RTP. Other UDP may look like RTP: ask
/// only for packets of a call.
std::optional<RtpMark> rtp_mark(std::span<const std::uint8_t> packet);

}  // namespace evenkeel::calls
