#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/frames/frame_dependency.h"

namespace evenkeel {

/// One encoded picture (VP8, RFC 6386), as an encoder hands it to the sender.
struct EncodedFrame {
  std::vector<std::uint8_t> data;
  bool key_frame = false;
  LocalTime capture_time{};
  int width = 0;
  int height = 0;
  std::optional<FrameDependency> dependency;  ///< absent: each frame may need all before it, back to a key frame
};

}  // namespace evenkeel
