#include "core/signal/call_address.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr std::size_t ipv4_offset = 12;  // in an IPv4-mapped address

// 0.0.0.0/8 is this network (RFC 1122, section 3.2.1.3), 224.0.0.0/4 multicast, and behind it are reserved ones and the
// broadcast address.
bool is_host(const IpAddress& address) {
  if (is_ipv4(address)) return address[ipv4_offset] != 0 && address[ipv4_offset] < 224;
  return address != IpAddress{} && address[0] != 0xff;
}

void write_address(ByteWriter& writer, const Endpoint& endpoint) {
  const std::span<const std::uint8_t> address = endpoint.address;
  writer.u8(is_ipv4(endpoint) ? 4 : 6);
  writer.bytes(is_ipv4(endpoint) ? address.subspan(ipv4_offset) : address);
  writer.u16(endpoint.port);
}

std::optional<Endpoint> read_address(ByteReader& reader) {
  const std::uint8_t type = reader.u8();
  if (type != 4 && type != 6) return std::nullopt;
  Endpoint endpoint;
  if (type == 4) endpoint.address[10] = endpoint.address[11] = 0xff;
  const auto bytes = reader.bytes(type == 4 ? 4 : 16);
  std::ranges::copy(bytes, endpoint.address.end() - static_cast<std::ptrdiff_t>(bytes.size()));
  endpoint.port = reader.u16();
  const bool one_form = (type == 4) == is_ipv4(endpoint);
  if (!reader.ok() || !one_form || !is_callable(endpoint)) return std::nullopt;
  return endpoint;
}

}  // namespace

bool is_callable(const Endpoint& endpoint) { return endpoint.port != 0 && is_host(endpoint.address); }

void write_call_addresses(ByteWriter& writer, std::span<const Endpoint> addresses, std::size_t max) {
  std::vector<Endpoint> callable;
  std::ranges::copy_if(addresses, std::back_inserter(callable), is_callable);
  callable.resize(std::min(callable.size(), max));
  writer.u8(static_cast<std::uint8_t>(callable.size()));
  for (const Endpoint& endpoint : callable) write_address(writer, endpoint);
}

std::optional<std::vector<Endpoint>> read_call_addresses(ByteReader& reader, std::size_t max) {
  const std::size_t count = reader.u8();
  if (count == 0 || count > max) return std::nullopt;
  std::vector<Endpoint> addresses;
  while (addresses.size() < count) {
    const auto endpoint = read_address(reader);
    if (!endpoint) return std::nullopt;
    addresses.push_back(*endpoint);
  }
  return addresses;
}

}  // namespace evenkeel
