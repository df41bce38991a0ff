#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace evenkeel {

/// How loud the sound in a packet is, for those who do not decode it: the RTP header extension
/// urn:ietf:params:rtp-hdrext:ssrc-audio-level (RFC 6464).
struct AudioLevel {
  static constexpr std::uint8_t silence = 127;

  std::uint8_t below_full_scale = silence;  ///< dB, 0 to 127
  bool voice = false;

  bool operator==(const AudioLevel&) const = default;
};

/// Fits the one-byte form of extensions. A level beyond silence is written as silence.
constexpr std::array<std::uint8_t, 1> encode_audio_level(const AudioLevel& level) {
  const std::uint8_t decibels =
      level.below_full_scale < AudioLevel::silence ? level.below_full_scale : AudioLevel::silence;
  return {static_cast<std::uint8_t>((level.voice ? 0x80 : 0) | decibels)};
}

/// Nullopt of an empty element. What stands behind the first byte is passed over: in the two-byte form some pad to two
/// (RFC 6464, section 3).
constexpr std::optional<AudioLevel> decode_audio_level(std::span<const std::uint8_t> element) {
  if (element.empty()) return std::nullopt;
  return AudioLevel{static_cast<std::uint8_t>(element[0] & 0x7F), (element[0] & 0x80) != 0};
}

}  // namespace evenkeel
