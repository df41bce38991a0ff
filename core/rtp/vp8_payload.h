#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace evenkeel {

/// The VP8 payload descriptor (RFC 7741, section 4.2).
struct Vp8Descriptor {
  bool non_reference = false;               ///< N: no other frame depends on this one
  bool start_of_partition = false;          ///< S
  std::uint8_t partition = 0;               ///< PID, 0 to 7
  std::optional<std::uint16_t> picture_id;  ///< 15 bits when we write it; 7 or 15 when read
  bool picture_id_is_15_bit = true;
  std::optional<std::uint8_t> tl0_picture_index;
  std::optional<std::uint8_t> temporal_index;  ///< TID, 0 to 3
  bool layer_sync = false;                     ///< Y
  std::optional<std::uint8_t> key_index;       ///< KEYIDX, 0 to 31

  bool starts_frame() const { return start_of_partition && partition == 0; }
};

struct Vp8Payload {
  Vp8Descriptor descriptor;
  std::span<const std::uint8_t> data;  ///< the piece of the VP8 frame; never empty
};

/// Nothing where the bytes end within the descriptor or right behind it.
std::optional<Vp8Payload> parse_vp8_payload(std::span<const std::uint8_t> payload);

/// Returns the bytes written (at most 6), or 0 where `out` is too small.
std::size_t write_vp8_descriptor(const Vp8Descriptor& descriptor, std::span<std::uint8_t> out);

/// The P bit of a VP8 payload header (RFC 6386, section 9.1), inverted. Nothing where `frame` is empty.
std::optional<bool> is_vp8_key_frame(std::span<const std::uint8_t> frame);

struct Vp8Dimensions {
  int width = 0;
  int height = 0;
};
/// Width and height that a key frame's first 10 bytes tell; nothing for other frames and wrong start codes.
std::optional<Vp8Dimensions> vp8_key_frame_dimensions(std::span<const std::uint8_t> frame);

}  // namespace evenkeel
