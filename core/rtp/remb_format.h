#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace evenkeel {

/// The rate of a REMB message: 6 bits of exponent before 18 of mantissa, in bit/s (draft-alvestrand-rmcat-remb-03,
/// section 2.2).
inline constexpr int remb_mantissa_bits = 18;
/// More than it is read as this, so that the rate is positive in 64 bits with a sign.
inline constexpr std::uint64_t max_remb_bps = std::uint64_t{0x3FFFF} << 45;

/// Rounds down to 18 significant bits.
constexpr std::uint32_t encode_remb_rate(std::uint64_t bps) {
  const std::uint64_t rate = std::min(bps, max_remb_bps);
  const int exponent = std::max(0, static_cast<int>(std::bit_width(rate)) - remb_mantissa_bits);
  return static_cast<std::uint32_t>(exponent) << remb_mantissa_bits | static_cast<std::uint32_t>(rate >> exponent);
}

constexpr std::uint64_t decode_remb_rate(std::uint32_t bits) {
  const std::uint64_t mantissa = bits & 0x3FFFF;
  const std::uint32_t exponent = bits >> remb_mantissa_bits & 0x3F;
  return mantissa > max_remb_bps >> exponent ? max_remb_bps : mantissa << exponent;
}

}  // namespace evenkeel
