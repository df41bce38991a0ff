#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace evenkeel::calls {

/// Whose an IP packet is, either way: "media", "media2" and "media3" are the calls with listeners at UDP ports 5004 to
/// 5006, "udp" is any other UDP, "tcp" any TCP, "other" the rest and all that is not IPv4.
std::string_view flow_of(std::span<const std::uint8_t> packet);

}  // namespace evenkeel::calls
