#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace evenkeel {

/// IPv4 is held as IPv4-mapped IPv6 (RFC 4291, section 2.5.5.2).
using IpAddress = std::array<std::uint8_t, 16>;

constexpr bool is_ipv4(const IpAddress& address) {
  constexpr std::array<std::uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  return std::equal(mapped.begin(), mapped.end(), address.begin());
}

/// 0.0.0.0: all addresses of this machine, of the one family.
inline constexpr IpAddress any_ipv4{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

/// Address and port of a peer.
struct Endpoint {
  IpAddress address{};
  std::uint16_t port = 0;

  bool operator==(const Endpoint&) const = default;
  bool same_host(const Endpoint& other) const { return address == other.address; }
};

constexpr bool is_ipv4(const Endpoint& endpoint) { return is_ipv4(endpoint.address); }

/// The two ends of a path, seen from here. A socket that is bound to all addresses tells by which one a datagram came,
/// and an answer must leave from the same one: browsers drop it otherwise.
struct Route {
  Endpoint to;
  IpAddress from{};  ///< of this machine; all zeros: whichever the kernel takes
  /// By way of a TURN server: `from` is what it lends us, and the peer sees.
  bool relayed = false;

  Route() = default;
  Route(const Endpoint& remote, const IpAddress& local = {}) : to(remote), from(local) {}  // NOLINT: a route to it
  static Route by_relay(const Endpoint& remote, const IpAddress& lent) {
    Route route(remote, lent);
    route.relayed = true;
    return route;
  }
  bool operator==(const Route&) const = default;
  bool has_source() const { return from != IpAddress{}; }
};

}  // namespace evenkeel
