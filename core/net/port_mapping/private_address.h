#pragma once

#include "core/base/endpoint.h"

namespace evenkeel {

/// Whether an IPv4 address cannot be reached from the Internet: private (RFC 1918), shared behind a carrier's NAT (RFC
/// 6598), link-local (RFC 3927) or loopback.
constexpr bool is_private(const IpAddress& a) {
  if (!is_ipv4(a)) return false;
  const auto first = a[12];
  const auto second = a[13];
  return first == 10 || first == 127 || (first == 172 && (second & 0xf0) == 16) || (first == 192 && second == 168) ||
         (first == 100 && (second & 0xc0) == 64) || (first == 169 && second == 254);
}

}  // namespace evenkeel
