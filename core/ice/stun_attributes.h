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
inline constexpr std::uint16_t alternate_server = 0x8023;
inline constexpr std::uint16_t priority = 0x0024;
inline constexpr std::uint16_t use_candidate = 0x0025;
inline constexpr std::uint16_t fingerprint = 0x8028;
inline constexpr std::uint16_t ice_controlled = 0x8029;
inline constexpr std::uint16_t ice_controlling = 0x802A;
/// An Evenkeel that answers another (docs/secure-calls.md): others pass over it.
inline constexpr std::uint16_t evenkeel_features = 0xC0E7;
}  // namespace stun_attribute

/// RFC 8656, section 18: those of messages to and from a TURN server.
namespace turn_attribute {
inline constexpr std::uint16_t channel_number = 0x000C;
inline constexpr std::uint16_t lifetime = 0x000D;
inline constexpr std::uint16_t xor_peer_address = 0x0012;
inline constexpr std::uint16_t data = 0x0013;
inline constexpr std::uint16_t xor_relayed_address = 0x0016;
inline constexpr std::uint16_t requested_address_family = 0x0017;
inline constexpr std::uint16_t requested_transport = 0x0019;
inline constexpr std::uint16_t additional_address_family = 0x8000;
}  // namespace turn_attribute

inline constexpr std::uint32_t stun_magic_cookie = 0x2112'A442;
inline constexpr std::uint32_t stun_fingerprint_mask = 0x5354'554E;
inline constexpr std::size_t stun_header_size = 20;
inline constexpr std::size_t stun_integrity_size = 20;
/// Of the attribute, with its own header.
inline constexpr std::size_t stun_fingerprint_size = 8;

}  // namespace evenkeel
