#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace evenkeel {

/// The largest width and height that VP8 can code (14 bits, RFC 6386, section 9.1).
inline constexpr int vp8_max_dimension = 16383;

/// The least size of a frame that can hold the header below.
inline constexpr std::size_t vp8_key_frame_header_size = 10;

/// Writes the uncompressed header of a VP8 frame (RFC 6386, section 9.1), for frames that stand for their size only:
/// ten bytes for a key frame, three for another. `out` must have room for them.
void write_vp8_header(std::span<std::uint8_t> out, bool key_frame, int width, int height);

}  // namespace evenkeel
