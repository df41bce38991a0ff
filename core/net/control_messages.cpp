#include "core/net/control_messages.h"

#include <netinet/in.h>

// The kernel's header relies on that one.
#include <linux/errqueue.h>

#include <cstring>

#include "core/net/clock.h"

namespace evenkeel {

// A thread that is put to sleep between the two readings would take that time for a difference of the clocks: the
// reading that took the shortest counts.
Duration wall_clock_offset() {
  constexpr Duration undisturbed = 2us;
  Duration best = Duration::max();
  Duration offset{};
  for (int i = 0; i < 5 && best > undisturbed; ++i) {
    const Duration before = read_clock(CLOCK_MONOTONIC);
    const Duration wall = read_clock(CLOCK_REALTIME);
    const Duration took = read_clock(CLOCK_MONOTONIC) - before;
    if (took >= best) continue;
    best = took;
    offset = wall - before - took / 2;
  }
  return offset;
}

std::optional<Duration> kernel_stamp(const msghdr& header) {
  std::optional<Duration> found;
  for_each_control(header, [&](const cmsghdr& c) {
    if (c.cmsg_level != SOL_SOCKET || c.cmsg_type != SCM_TIMESTAMPNS) return;
    timespec stamp{};
    std::memcpy(&stamp, CMSG_DATA(&c), sizeof stamp);
    found = std::chrono::seconds(stamp.tv_sec) + std::chrono::nanoseconds(stamp.tv_nsec);
  });
  return found;
}

// One byte with IPv4, an int with IPv6.
std::uint8_t ecn_codepoint(const msghdr& header) {
  std::uint8_t found = 0;
  for_each_control(header, [&](const cmsghdr& c) {
    if (c.cmsg_level == IPPROTO_IP && c.cmsg_type == IP_TOS) found = *CMSG_DATA(&c);
    if (c.cmsg_level != IPPROTO_IPV6 || c.cmsg_type != IPV6_TCLASS) return;
    int traffic_class = 0;
    std::memcpy(&traffic_class, CMSG_DATA(&c), sizeof traffic_class);
    found = static_cast<std::uint8_t>(traffic_class);
  });
  return found & 0x03;
}

IpAddress destination_address(const msghdr& header) {
  IpAddress found{};
  for_each_control(header, [&](const cmsghdr& c) {
    if (c.cmsg_level == IPPROTO_IP && c.cmsg_type == IP_PKTINFO) {
      in_pktinfo info{};
      std::memcpy(&info, CMSG_DATA(&c), sizeof info);
      found[10] = found[11] = 0xff;
      std::memcpy(found.data() + 12, &info.ipi_addr, sizeof info.ipi_addr);
    } else if (c.cmsg_level == IPPROTO_IPV6 && c.cmsg_type == IPV6_PKTINFO) {
      in6_pktinfo info{};
      std::memcpy(&info, CMSG_DATA(&c), sizeof info);
      std::memcpy(found.data(), &info.ipi6_addr, sizeof info.ipi6_addr);
    }
  });
  return found;
}

std::optional<int> reported_error(const msghdr& header) {
  std::optional<int> found;
  for_each_control(header, [&](const cmsghdr& c) {
    const bool ipv4 = c.cmsg_level == IPPROTO_IP && c.cmsg_type == IP_RECVERR;
    const bool ipv6 = c.cmsg_level == IPPROTO_IPV6 && c.cmsg_type == IPV6_RECVERR;
    if (!ipv4 && !ipv6) return;
    sock_extended_err error{};
    std::memcpy(&error, CMSG_DATA(&c), sizeof error);
    const bool by_others = error.ee_origin == SO_EE_ORIGIN_ICMP || error.ee_origin == SO_EE_ORIGIN_ICMP6;
    if (by_others) found = static_cast<int>(error.ee_errno);
  });
  return found;
}

}  // namespace evenkeel
