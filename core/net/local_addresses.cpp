#include "core/net/local_addresses.h"

#include <ifaddrs.h>
#include <linux/if_addr.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <tuple>

#include "core/net/asio_endpoint.h"

namespace evenkeel {
namespace {

using boost::asio::ip::udp;

constexpr unsigned unfit = IFA_F_DEPRECATED | IFA_F_TENTATIVE | IFA_F_DADFAILED;

bool is_up(const InterfaceAddress& a) { return (a.flags & IFF_UP) != 0 && (a.flags & IFF_RUNNING) != 0; }

bool is_loopback(const InterfaceAddress& a) { return (a.flags & IFF_LOOPBACK) != 0; }

bool is_temporary(const InterfaceAddress& a) { return (a.ipv6_flags & IFA_F_TEMPORARY) != 0; }

// 2000::/3 (RFC 4291, section 2.4).
bool is_global_ipv6(const IpAddress& a) { return (a[0] & 0xe0) == 0x20; }

// 169.254.0.0/16 (RFC 3927): what a machine takes where no network gives it an address.
bool is_link_local_ipv4(const IpAddress& a) { return is_ipv4(a) && a[12] == 169 && a[13] == 254; }

bool is_reachable(const InterfaceAddress& a) {
  const auto address = to_asio({a.address, 0}, false).address();  // of its own family
  const bool link_local = address.is_v6() && address.to_v6().is_link_local();
  return is_up(a) && !link_local && !address.is_multicast() && !address.is_unspecified() && (a.ipv6_flags & unfit) == 0;
}

bool is_virtual(const std::string& interface) {
  constexpr std::array prefixes{"docker", "br-", "virbr", "veth", "lxc", "lxd", "podman", "cni", "vmnet", "vboxnet"};
  return std::ranges::any_of(prefixes, [&](const char* prefix) { return interface.starts_with(prefix); });
}

int rank(const InterfaceAddress& a) {
  if (is_virtual(a.interface) || is_link_local_ipv4(a.address)) return 3;
  if (is_ipv4(a.address)) return a.default_route ? 0 : 2;
  return is_global_ipv6(a.address) ? 1 : 2;
}

bool is_likelier(const InterfaceAddress& a, const InterfaceAddress& b) {
  const auto key = [](const InterfaceAddress& x) {
    return std::tuple(rank(x), !x.default_route, is_temporary(x), x.interface, x.address);
  };
  return key(a) < key(b);
}

bool has_lasting_one(std::span<const InterfaceAddress> all, const InterfaceAddress& temporary) {
  return std::ranges::any_of(all, [&](const InterfaceAddress& a) {
    return a.interface == temporary.interface && is_reachable(a) && !is_temporary(a) && !is_ipv4(a.address) &&
           is_global_ipv6(a.address) == is_global_ipv6(temporary.address);
  });
}

// IPv4 first: more programs listen there.
std::vector<InterfaceAddress> loopback_of(std::span<const InterfaceAddress> all) {
  std::vector<InterfaceAddress> found;
  std::ranges::copy_if(all, std::back_inserter(found),
                       [](const InterfaceAddress& a) { return is_loopback(a) && is_reachable(a); });
  std::ranges::sort(found, [](const InterfaceAddress& a, const InterfaceAddress& b) {
    return std::tuple(!is_ipv4(a.address), a.address) < std::tuple(!is_ipv4(b.address), b.address);
  });
  return found;
}

std::optional<IpAddress> address_of(const sockaddr* address) {
  if (address == nullptr) return std::nullopt;
  if (address->sa_family == AF_INET6) {
    const auto& v6 = *reinterpret_cast<const sockaddr_in6*>(address);
    return std::to_array(v6.sin6_addr.s6_addr);
  }
  if (address->sa_family != AF_INET) return std::nullopt;
  const auto& v4 = *reinterpret_cast<const sockaddr_in*>(address);
  namespace ip = boost::asio::ip;
  return ip::make_address_v6(ip::v4_mapped, ip::address_v4(ntohl(v4.sin_addr.s_addr))).to_bytes();
}

// What the kernel would leave from on the way to an address of the Internet: one that is kept for documents (RFC 5737,
// RFC 3849) and that nothing is sent to.
IpAddress source_towards(const char* destination) {
  boost::asio::io_context io;
  udp::socket probe(io);
  boost::system::error_code error;
  const udp::endpoint there(boost::asio::ip::make_address(destination), 9);
  probe.open(there.protocol(), error);
  if (!error) probe.connect(there, error);
  const udp::endpoint here = error ? udp::endpoint() : probe.local_endpoint(error);
  return error ? IpAddress{} : from_asio(here).address;
}

std::string read_file(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<InterfaceAddress> interface_addresses() {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(list, freeifaddrs);
  const std::string flags = read_file("/proc/net/if_inet6");
  std::vector<InterfaceAddress> all;
  for (const ifaddrs* i = list; i != nullptr; i = i->ifa_next) {
    const auto address = address_of(i->ifa_addr);
    if (!address) continue;
    all.push_back({i->ifa_name, i->ifa_flags, *address, ipv6_flags(flags, i->ifa_name, *address), false});
  }
  return all;
}

void mark_default_route(std::vector<InterfaceAddress>& all, const IpAddress& source) {
  const auto found = std::ranges::find(all, source, &InterfaceAddress::address);
  if (found == all.end()) return;
  const std::string interface = found->interface;
  for (InterfaceAddress& a : all) {
    if (a.interface == interface && is_ipv4(a.address) == is_ipv4(source)) a.default_route = true;
  }
}

std::string hexadecimal(const IpAddress& address) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : address) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace

unsigned ipv6_flags(const std::string& if_inet6, const std::string& interface, const IpAddress& address) {
  const std::string wanted = hexadecimal(address);
  std::istringstream lines(if_inet6);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string text, index, prefix, scope, name;
    unsigned flags = 0;
    fields >> text >> index >> prefix >> scope >> std::hex >> flags >> name;
    if (fields && text == wanted && name == interface) return flags;
  }
  return 0;
}

std::vector<IpAddress> usable_addresses(std::span<const InterfaceAddress> all, std::size_t limit) {
  std::vector<InterfaceAddress> found;
  std::ranges::copy_if(all, std::back_inserter(found), [&](const InterfaceAddress& a) {
    return is_reachable(a) && !is_loopback(a) && !(is_temporary(a) && has_lasting_one(all, a));
  });
  std::ranges::sort(found, is_likelier);
  if (found.empty()) found = loopback_of(all);
  std::vector<IpAddress> addresses;
  for (const InterfaceAddress& a : found) {
    if (addresses.size() < limit && std::ranges::find(addresses, a.address) == addresses.end()) {
      addresses.push_back(a.address);
    }
  }
  return addresses;
}

std::vector<IpAddress> local_addresses(std::size_t limit) {
  std::vector<InterfaceAddress> all = interface_addresses();
  mark_default_route(all, source_towards("203.0.113.1"));
  mark_default_route(all, source_towards("2001:db8::1"));
  return usable_addresses(all, limit);
}

}  // namespace evenkeel
