#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <optional>

#include "core/base/endpoint.h"
#include "core/base/time.h"

namespace evenkeel {

/// The wall clock less the monotonic one, both of now. The kernel stamps datagrams with the wall clock, which may be
/// set; ours is the monotonic one.
Duration wall_clock_offset();

/// When the kernel received the datagram, by the wall clock (SO_TIMESTAMPNS); nullopt if it did not stamp it.
std::optional<Duration> kernel_stamp(const msghdr& header);

/// The codepoint of explicit congestion notification (RFC 3168, section 5) that the datagram came with: 0 to 3; 0 if
/// the kernel does not tell.
std::uint8_t ecn_codepoint(const msghdr& header);

/// The address of this machine that the datagram was sent to (IP_PKTINFO, IPV6_RECVPKTINFO); all zeros if the kernel
/// does not tell.
IpAddress destination_address(const msghdr& header);

/// Of a message of the error queue (IP_RECVERR, IPV6_RECVERR): what a machine on the way, or at its end, said about a
/// datagram of ours by ICMP, as errno; nullopt where it says something else.
std::optional<int> reported_error(const msghdr& header);

/// Calls back with each control message of the datagram.
template <class Visit>
void for_each_control(const msghdr& header, Visit visit) {
  auto& h = const_cast<msghdr&>(header);  // what the macros want
  for (cmsghdr* c = CMSG_FIRSTHDR(&h); c != nullptr; c = CMSG_NXTHDR(&h, c)) visit(*c);
}

}  // namespace evenkeel
