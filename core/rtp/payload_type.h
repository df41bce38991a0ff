#pragma once

#include <cstdint>

namespace evenkeel {

/// Of packets that carry nothing, in the sense of draft-ietf-avt-rtp-no-op. They have sequence numbers of the media's
/// stream, so that reports tell of them as of any packet. Fixed between peers of this application.
inline constexpr std::uint8_t padding_payload_type = 127;

}  // namespace evenkeel
