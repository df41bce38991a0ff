#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/base/endpoint.h"

namespace evenkeel {

/// A connection to a server that has room for few.
struct Visitor {
  IpAddress from{};
  bool established = false;  ///< its handshake is finished
};

/// Whether one may take them for the same: an IPv4 address is one host's, of IPv6 one has 2^64 (RFC 6177).
inline bool same_visitor(const Visitor& a, const Visitor& b) {
  const std::ptrdiff_t bytes = is_ipv4(a.from) ? 16 : 8;
  return std::equal(a.from.begin(), a.from.begin() + bytes, b.from.begin());
}

/// Which of the visitors, at least one, the oldest first, gives way where there is no room for all: one of the address
/// that has the most connections, rather one whose handshake is under way, rather an old one. So a flood from one
/// address crowds out itself, and one from many addresses those who say nothing.
inline std::size_t crowded_out(std::span<const Visitor> visitors) {
  std::size_t found = 0;
  std::ptrdiff_t most = 0;
  for (std::size_t i = 0; i < visitors.size(); ++i) {
    const Visitor& visitor = visitors[i];
    const auto count = std::ranges::count_if(visitors, [&](const Visitor& v) { return same_visitor(v, visitor); });
    const bool worse = count == most && visitors[found].established && !visitor.established;
    if (count > most || worse) {
      most = count;
      found = i;
    }
  }
  return found;
}

}  // namespace evenkeel
