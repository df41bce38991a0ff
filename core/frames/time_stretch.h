#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace evenkeel {

/// Makes sound longer or shorter by one period of the voice in it, so that neither pitch nor continuity suffers. One
/// thread at a time may use it.
class TimeStretch {
 public:
  virtual ~TimeStretch() = default;

  /// How many samples one operation looks at: the newest that there are, of which the older ones may have been played.
  virtual std::size_t window() const = 0;

  /// The window, longer by one period p: all but its last p samples are as they were. Valid until the next call; empty
  /// where the library fails.
  virtual std::span<const std::int16_t> lengthened(std::span<const std::int16_t> window) = 0;
  /// The window, shorter by one period p: all but its last 2 p samples are as they were.
  virtual std::span<const std::int16_t> shortened(std::span<const std::int16_t> window) = 0;
};

}  // namespace evenkeel
