#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace evenkeel {

/// The CRC-32 of ITU V.42 (reflected polynomial 0xEDB88320), as STUN's FINGERPRINT takes it (RFC 8489, section 14.7).
inline std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  static constexpr auto table = [] {
    std::array<std::uint32_t, 256> t{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      t[i] = i;
      for (int bit = 0; bit < 8; ++bit) t[i] = t[i] & 1 ? t[i] >> 1 ^ 0xEDB8'8320u : t[i] >> 1;
    }
    return t;
  }();
  std::uint32_t crc = ~0u;
  for (const std::uint8_t byte : bytes) crc = crc >> 8 ^ table[(crc ^ byte) & 0xFF];
  return ~crc;
}

}  // namespace evenkeel
