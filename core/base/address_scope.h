#pragma once

#include "core/base/endpoint.h"

namespace evenkeel {

/// Leads to the machine itself: 127.0.0.0/8, ::1.
constexpr bool is_loopback(const IpAddress& a) {
  constexpr IpAddress loopback6{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  return a == loopback6 || (is_ipv4(a) && a[12] == 127);
}

/// Binds to every address of the machine: 0.0.0.0, ::.
constexpr bool is_everywhere(const IpAddress& a) { return a == any_ipv4 || a == IpAddress{}; }

/// Cannot be reached from the Internet: private (RFC 1918, RFC 4193), shared behind a carrier's NAT (RFC 6598),
/// link-local (RFC 3927, RFC 4291) or loopback.
constexpr bool is_private(const IpAddress& a) {
  if (is_loopback(a)) return true;
  if (!is_ipv4(a)) return (a[0] & 0xFE) == 0xFC || (a[0] == 0xFE && (a[1] & 0xC0) == 0x80);
  const auto first = a[12];
  const auto second = a[13];
  return first == 10 || (first == 172 && (second & 0xF0) == 16) || (first == 192 && second == 168) ||
         (first == 100 && (second & 0xC0) == 64) || (first == 169 && second == 254);
}

}  // namespace evenkeel
