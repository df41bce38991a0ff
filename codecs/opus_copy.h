#pragma once

#include <cstdint>
#include <span>

namespace evenkeel {

/// Whether a packet of Opus has a copy of the sound before it (LBRR; RFC 6716, section 4.2.4). Any bytes are allowed.
bool opus_has_copy(std::span<const std::uint8_t> packet);

}  // namespace evenkeel
