#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "core/rtp/rtp_packet.h"

namespace evenkeel::test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes to_bytes(std::span<const std::uint8_t> s) { return {s.begin(), s.end()}; }

/// Of hexadecimal digits, spaces ignored.
inline Bytes hex(std::string_view text) {
  Bytes out;
  int digits = 0;
  int value = 0;
  for (const char c : text) {
    if (c == ' ') continue;
    value = value * 16 + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    if (++digits % 2 == 0) {
      out.push_back(static_cast<std::uint8_t>(value));
      value = 0;
    }
  }
  return out;
}

inline Bytes random_bytes(std::mt19937& random, std::size_t size) {
  Bytes out(size);
  for (auto& byte : out) byte = static_cast<std::uint8_t>(random());
  return out;
}

/// A copy of exactly this size, so that the sanitizer sees a step behind the end.
inline Bytes prefix(const Bytes& bytes, std::size_t size) {
  return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)};
}

inline Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace evenkeel::test
