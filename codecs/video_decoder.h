#pragma once

#include <cstdint>
#include <span>

#include "core/frames/picture.h"

namespace evenkeel {

/// Turns encoded frames back into pictures. One thread at a time may use it.
class VideoDecoder {
 public:
  virtual ~VideoDecoder() = default;

  /// False where the bytes are no frame that can be decoded now: corrupt, or in need of a key frame first. `out` is
  /// then untouched. Any bytes are allowed. Does not set the picture's capture_time. The memory of `out` is used again.
  virtual bool decode(std::span<const std::uint8_t> frame, Picture& out) = 0;
};

}  // namespace evenkeel
