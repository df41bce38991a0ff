#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace evenkeel {

/// Which frames a frame needs: what an encoder says of each frame that it makes, and a receiver reads.
struct FrameDependency {
  static constexpr std::size_t max_references = 3;  ///< VP8 has three buffers (RFC 6386, section 9.7)

  std::uint16_t id = 0;                                   ///< counts the frames of an encoder; wraps
  std::array<std::uint16_t, max_references> distances{};  ///< to the frames that it refers to, at least 1 each
  std::size_t references = 0;                             ///< none: a key frame

  std::span<const std::uint16_t> distances_used() const { return std::span(distances).first(references); }
  bool operator==(const FrameDependency&) const = default;
};

}  // namespace evenkeel
