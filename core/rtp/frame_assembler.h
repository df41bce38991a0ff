#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/rtp/rtp_packet.h"
#include "core/units/time.h"

namespace evenkeel {

/// A VP8 frame as it came over the network, complete, in decoding order.
struct ReceivedFrame {
  std::vector<std::uint8_t> data;
  bool key_frame = false;
  std::uint32_t rtp_timestamp = 0;
  LocalTime first_arrival{};
  LocalTime completed{};
  std::optional<std::uint64_t> capture_ntp;  ///< of the abs-capture-time extension, where the sender gave one
};

/// The rest of the header is written by whoever implements this class; see frame_assembler.cpp.
}  // namespace evenkeel
