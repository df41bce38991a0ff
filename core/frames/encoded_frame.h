#pragma once

#include <cstdint>
#include <vector>

#include "core/base/time.h"

namespace evenkeel {

/// One encoded picture (VP8, RFC 6386), as an encoder hands it to the sender.
struct EncodedFrame {
  std::vector<std::uint8_t> data;
  bool key_frame = false;
  LocalTime capture_time{};
  int width = 0;
  int height = 0;
};

}  // namespace evenkeel
