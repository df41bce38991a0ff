#pragma once

#include <cstddef>
#include <cstdint>

namespace evenkeel {

/// RFC 8489, section 18.3, and RFC 8445, section 20.1. Those below 0x8000 must be understood.
namespace stun_attribute {
inline constexpr std::uint16_t mapped_address = 0x0001;
inline constexpr std::uint16_t username = 0x0006;
inline constexpr std::uint16_t message_integrity = 0x0008;
inline constexpr std::uint16_t error_code = 0x0009;
inline constexpr std::uint16_t unknown_attributes = 0x000A;
inline constexpr std::uint16_t realm = 0x0014;
inline constexpr std::uint16_t nonce = 0x0015;
inline constexpr std::uint16_t xor_mapped_address = 0x0020;
inline constexpr std::uint16_t priority = 0x0024;
inline constexpr std::uint16_t use_candidate = 0x0025;
inline constexpr std::uint16_t fingerprint = 0x8028;
inline constexpr std::uint16_t ice_controlled = 0x8029;
inline constexpr std::uint16_t ice_controlling = 0x802A;
}  // namespace stun_attribute

inline constexpr std::uint32_t stun_magic_cookie = 0x2112'A442;
inline constexpr std::uint32_t stun_fingerprint_mask = 0x5354'554E;
inline constexpr std::size_t stun_header_size = 20;
inline constexpr std::size_t stun_integrity_size = 20;
/// Of the attribute, with its own header.
inline constexpr std::size_t stun_fingerprint_size = 8;

}  // namespace evenkeel
