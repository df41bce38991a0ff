#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/endpoint.h"

namespace evenkeel {

/// One address of one network interface of this machine.
struct InterfaceAddress {
  std::string interface;
  unsigned flags = 0;  ///< IFF_UP, IFF_RUNNING, IFF_LOOPBACK: netdevice(7)
  IpAddress address{};
  unsigned ipv6_flags = 0;     ///< IFA_F_TEMPORARY, IFA_F_DEPRECATED and others of linux/if_addr.h
  bool default_route = false;  ///< what goes to the Internet leaves by this interface
};

/// The addresses that others may reach this machine by, the likeliest first: IPv4 where the default route leaves,
/// global IPv6, others, and those of virtual bridges and of no network last; at most `limit`, in an order that does not
/// depend on that of the list. Left out: interfaces that are down or have no carrier, loopback, link-local IPv6, which
/// is nothing without its interface, and IPv6 addresses that are deprecated, not proven unique, or temporary (RFC 8981)
/// where the interface has one to stay. Loopback where there is nothing else.
std::vector<IpAddress> usable_addresses(std::span<const InterfaceAddress> all, std::size_t limit);

constexpr std::size_t max_local_addresses = 6;  ///< as many as a link holds

/// Those of this machine now. Sends nothing.
std::vector<IpAddress> local_addresses(std::size_t limit = max_local_addresses);

/// Of "/proc/net/if_inet6" (proc_pid_net(5)), the flags of an address on an interface; 0 where it is not there.
unsigned ipv6_flags(const std::string& if_inet6, const std::string& interface, const IpAddress& address);

}  // namespace evenkeel
