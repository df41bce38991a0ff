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

/// The id, likewise fixed, of the level of sound (core/rtp/audio_level.h).
inline constexpr std::uint8_t audio_level_id = 4;

/// The element with a packet's transport-wide number (draft-holmer-rmcat-transport-wide-cc-extensions-01, section 2),
/// as it is before the packet leaves.
inline constexpr std::array<std::uint8_t, 2> transport_wide_number_to_come{};

/// Where a packet of ours has the number: always in the first element of its extension, of the one-byte form. 0 where
/// it has none.
inline std::size_t transport_wide_number_at(std::span<const std::uint8_t> packet, std::uint8_t id) {
  constexpr std::size_t element = 16;  // behind the fixed header and the word that begins the extension
  constexpr std::uint8_t extension_bit = 0x10;
  if (id == 0 || packet.size() < element + 3 || (packet[0] & extension_bit) == 0) return 0;
  return packet[element] == (id << 4 | 1) ? element + 1 : 0;
}

/// False where it has no room for one.
inline bool write_transport_wide_number(std::span<std::uint8_t> packet, std::uint8_t id, std::uint16_t number) {
  const std::size_t at = transport_wide_number_at(packet, id);
  if (at == 0) return false;
  packet[at] = static_cast<std::uint8_t>(number >> 8);
  packet[at + 1] = static_cast<std::uint8_t>(number);
  return true;
}

inline std::optional<std::uint16_t> read_transport_wide_number(std::span<const std::uint8_t> packet, std::uint8_t id) {
  const std::size_t at = transport_wide_number_at(packet, id);
  if (at == 0) return std::nullopt;
  return static_cast<std::uint16_t>(packet[at] << 8 | packet[at + 1]);
}

inline std::optional<std::uint16_t> decode_transport_wide_number(std::span<const std::uint8_t> element) {
  ByteReader reader(element);
  const std::uint16_t number = reader.u16();
  if (!reader.ok()) return std::nullopt;
  return number;
}

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
