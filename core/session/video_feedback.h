#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace evenkeel {

/// What a receiver says to the sender of a video, beside which packets came.
struct VideoFeedback {
  bool asks_key_frame = false;                ///< PLI
  std::span<const std::uint16_t> missing;     ///< NACK: sequence numbers of packets to be sent again
  std::optional<std::uint16_t> acknowledged;  ///< RPSI: id of the newest frame that was given out
  std::optional<std::uint16_t> broken;        ///< SLI: id of a frame that is no longer waited for
};

}  // namespace evenkeel
