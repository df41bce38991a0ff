#pragma once

#include <algorithm>
#include <boost/asio/ip/udp.hpp>

#include "core/base/endpoint.h"

namespace evenkeel {

inline Endpoint from_asio(const boost::asio::ip::udp::endpoint& e) {
  namespace ip = boost::asio::ip;
  const auto v6 = e.address().is_v6() ? e.address().to_v6() : ip::make_address_v6(ip::v4_mapped, e.address().to_v4());
  return {v6.to_bytes(), e.port()};
}

/// For a socket of the given family; an IPv4 endpoint stays mapped on an IPv6 socket.
inline boost::asio::ip::udp::endpoint to_asio(const Endpoint& e, bool ipv6) {
  namespace ip = boost::asio::ip;
  const ip::address_v6 v6(e.address);
  if (!ipv6 && v6.is_v4_mapped()) return {ip::make_address_v4(ip::v4_mapped, v6), e.port};
  return {v6, e.port};
}

}  // namespace evenkeel
