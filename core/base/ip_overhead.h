#pragma once

#include "core/base/data_size.h"
#include "core/base/endpoint.h"

namespace evenkeel {

/// The UDP and IP headers around each datagram to the peer, also from a socket of both families: 28 bytes with IPv4
/// (RFC 791, RFC 768), 48 with IPv6 (RFC 8200), without options.
constexpr DataSize ip_overhead(const Endpoint& peer) { return bytes(is_ipv4(peer) ? 28 : 48); }

/// What stands in front of a datagram to a peer by way of a relay: the header of ChannelData (RFC 8656, section 12.4).
inline constexpr DataSize relay_overhead = bytes(4);

}  // namespace evenkeel
