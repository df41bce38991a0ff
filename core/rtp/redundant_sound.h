#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace evenkeel {

/// The packet before, once more.
struct SoundCopy {
  static constexpr std::uint16_t max_age = 0x3FFF;  ///< 341 ms (RFC 2198, section 3)
  static constexpr std::size_t max_size = 0x3FF;    ///< of its bytes (the same)

  std::span<const std::uint8_t> bytes;  ///< empty: none
  std::uint16_t age = 0;                ///< by how many samples of 48 kHz it is older
};

/// A payload of sound with a copy of what was before it (RFC 2198), for what a codec makes no copies of itself: Opus
/// makes none of pauses between words.
struct RedundantSound {
  std::span<const std::uint8_t> primary;
  SoundCopy copy;
};

inline constexpr std::size_t redundant_header_size = 5;  ///< of a payload with one copy

/// The payload; both blocks get `type`. Returns the bytes written, or 0 where `out` is too small, or the copy is too
/// old or too long.
std::size_t write_redundant_sound(const RedundantSound& sound, std::uint8_t type, std::span<std::uint8_t> out);

/// Of the blocks before the last, which is the primary, the newest is the copy. Nullopt where the lengths do not add
/// up; blocks of another type than `type` are passed over as copies, and are no primary.
std::optional<RedundantSound> parse_redundant_sound(std::span<const std::uint8_t> payload, std::uint8_t type);

}  // namespace evenkeel
