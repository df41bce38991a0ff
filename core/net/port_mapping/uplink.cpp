#include "core/net/port_mapping/uplink.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <memory>

namespace evenkeel {
namespace {

using Ipv4 = std::array<std::uint8_t, 4>;  // as on the wire

constexpr Ipv4 on_the_internet{203, 0, 113, 1};  // kept for documents (RFC 5737): nothing is sent there

Ipv4 to_ipv4(const IpAddress& address) { return {address[12], address[13], address[14], address[15]}; }

IpAddress from_ipv4(const Ipv4& ipv4) {
  IpAddress address = any_ipv4;
  std::copy(ipv4.begin(), ipv4.end(), address.begin() + 12);
  return address;
}

/// 0 where no interface has it.
int interface_of(const Ipv4& address) {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return 0;
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(list, freeifaddrs);
  for (const ifaddrs* i = list; i != nullptr; i = i->ifa_next) {
    if (i->ifa_addr == nullptr || i->ifa_addr->sa_family != AF_INET) continue;
    const auto& own = *reinterpret_cast<const sockaddr_in*>(i->ifa_addr);
    if (std::memcmp(&own.sin_addr, address.data(), address.size()) == 0)
      return static_cast<int>(if_nametoindex(i->ifa_name));
  }
  return 0;
}

struct Request {
  nlmsghdr header{};
  rtmsg route{};
  std::array<char, 64> attributes{};

  Request() {
    header.nlmsg_len = NLMSG_LENGTH(sizeof route);
    header.nlmsg_type = RTM_GETROUTE;
    header.nlmsg_flags = NLM_F_REQUEST;
    route.rtm_family = AF_INET;
  }
  template <class T>
  void add(unsigned short type, const T& value) {
    char* const place = reinterpret_cast<char*>(this) + NLMSG_ALIGN(header.nlmsg_len);
    const rtattr attribute{static_cast<unsigned short>(RTA_LENGTH(sizeof value)), type};
    std::memcpy(place, &attribute, sizeof attribute);
    std::memcpy(place + RTA_LENGTH(0), &value, sizeof value);
    header.nlmsg_len = NLMSG_ALIGN(header.nlmsg_len) + static_cast<unsigned>(RTA_SPACE(sizeof value));
  }
};

std::optional<Uplink> read_route(const char* answer, std::size_t size) {
  nlmsghdr header{};
  if (size < NLMSG_LENGTH(sizeof(rtmsg))) return std::nullopt;
  std::memcpy(&header, answer, sizeof header);
  if (header.nlmsg_type != RTM_NEWROUTE || header.nlmsg_len > size) return std::nullopt;
  Uplink uplink;
  for (std::size_t at = NLMSG_LENGTH(sizeof(rtmsg)); at + sizeof(rtattr) <= header.nlmsg_len;) {
    rtattr attribute{};
    std::memcpy(&attribute, answer + at, sizeof attribute);
    if (attribute.rta_len < sizeof attribute || at + attribute.rta_len > header.nlmsg_len) break;
    Ipv4 value{};
    const bool is_ipv4_address = attribute.rta_len == RTA_LENGTH(value.size());
    if (is_ipv4_address) std::memcpy(value.data(), answer + at + RTA_LENGTH(0), value.size());
    if (is_ipv4_address && attribute.rta_type == RTA_GATEWAY) uplink.gateway = from_ipv4(value);
    if (is_ipv4_address && attribute.rta_type == RTA_PREFSRC) uplink.local = from_ipv4(value);
    at += RTA_ALIGN(attribute.rta_len);
  }
  return is_ipv4(uplink.gateway) ? std::optional(uplink) : std::nullopt;
}

std::optional<Uplink> ask(const Request& request) {
  const int socket = ::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (socket < 0) return std::nullopt;
  const timeval patience{1, 0};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  std::array<char, 4096> answer{};
  ssize_t size = send(socket, &request, request.header.nlmsg_len, 0);
  if (size >= 0) size = recv(socket, answer.data(), answer.size(), 0);
  close(socket);
  return size > 0 ? read_route(answer.data(), static_cast<std::size_t>(size)) : std::nullopt;
}

}  // namespace

std::optional<Uplink> find_uplink(const IpAddress& bound) {
  if (!is_ipv4(bound) && bound != IpAddress{}) return std::nullopt;
  const bool everywhere = bound == any_ipv4 || bound == IpAddress{};
  Request request;
  request.route.rtm_dst_len = 32;
  request.add(RTA_DST, on_the_internet);
  if (!everywhere) {
    const int interface = interface_of(to_ipv4(bound));
    if (interface == 0) return std::nullopt;
    request.add(RTA_OIF, interface);
  }
  auto uplink = ask(request);
  if (uplink && !everywhere) uplink->local = bound;
  return uplink;
}

}  // namespace evenkeel
