#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/byte_reader.h"

namespace evenkeel {

/// The id, fixed between peers of this application, of the absolute capture time (the RTP header extension
/// "abs-capture-time" of the WebRTC project): when the frame was captured, on the sender's NTP clock.
inline constexpr std::uint8_t abs_capture_time_id = 1;

/// The id, likewise fixed, of the frame descriptor (core/rtp/frame_descriptor.h).
inline constexpr std::uint8_t frame_descriptor_id = 2;

/// 8 bytes, NTP 32.32 fixed point, big endian.
constexpr std::array<std::uint8_t, 8> encode_capture_time(std::uint64_t ntp) {
  std::array<std::uint8_t, 8> bytes{};
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(ntp >> (56 - 8 * i));
  return bytes;
}

/// Nothing where the element is too short. The longer form, with a clock offset behind the time, is read as well.
inline std::optional<std::uint64_t> decode_capture_time(std::span<const std::uint8_t> element) {
  ByteReader reader(element);
  const std::uint64_t ntp = reader.u64();
  if (!reader.ok()) return std::nullopt;
  return ntp;
}

}  // namespace evenkeel
