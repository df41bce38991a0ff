#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace evenkeel {

/// The largest width and height that VP8 can code (14 bits, RFC 6386, section 9.1).
inline constexpr int vp8_max_dimension = 16383;

/// The minimum size of a frame with the header below.
inline constexpr std::size_t vp8_key_frame_header_size = 10;

/// Writes the uncompressed header of a VP8 frame (RFC 6386, section 9.1), for synthetic frames whose contents do not
/// matter: ten bytes for a key frame, otherwise three. `out` must have room for them.
inline void write_vp8_header(std::span<std::uint8_t> out, bool key_frame, int width, int height) {
  out[0] = key_frame ? 0x10 : 0x11;  // bit 0: P, the inverse key-frame flag; bit 4: show_frame
  out[1] = out[2] = 0;
  if (!key_frame) return;
  const auto w = static_cast<unsigned>(std::clamp(width, 1, vp8_max_dimension));
  const auto h = static_cast<unsigned>(std::clamp(height, 1, vp8_max_dimension));
  const std::uint8_t rest[] = {0x9d,
                               0x01,
                               0x2a,
                               static_cast<std::uint8_t>(w & 0xff),
                               static_cast<std::uint8_t>(w >> 8),
                               static_cast<std::uint8_t>(h & 0xff),
                               static_cast<std::uint8_t>(h >> 8)};
  std::copy(std::begin(rest), std::end(rest), out.begin() + 3);
}

}  // namespace evenkeel
