#pragma once

#include <array>
#include <cstdint>

namespace evenkeel {

/// Address and port of a peer. IPv4 is held as IPv4-mapped IPv6 (RFC 4291, section 2.5.5.2).
struct Endpoint {
  std::array<std::uint8_t, 16> address{};
  std::uint16_t port = 0;

  bool operator==(const Endpoint&) const = default;
  bool same_host(const Endpoint& other) const { return address == other.address; }
};

}  // namespace evenkeel
