#include "tests/calls/flow_of.h"

#include <array>
#include <cstddef>

namespace evenkeel::calls {
namespace {

constexpr std::uint8_t tcp = 6;
constexpr std::uint8_t udp = 17;
constexpr unsigned first_listener = 5004;
constexpr std::array<std::string_view, 3> calls{"media", "media2", "media3"};

std::string_view flow_of_ports(unsigned source, unsigned destination) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const unsigned listener = first_listener + static_cast<unsigned>(i);
    if (source == listener || destination == listener) return calls[i];
  }
  return "udp";
}

}  // namespace

std::string_view flow_of(std::span<const std::uint8_t> packet) {
  constexpr std::size_t least_header = 20;
  if (packet.size() < least_header || packet[0] >> 4 != 4) return "other";
  if (packet[9] == tcp) return "tcp";
  const std::size_t header = 4U * (packet[0] & 0xfU);
  if (packet[9] != udp || packet.size() < header + 4) return "other";
  const auto port = [&](std::size_t at) { return packet[at] * 256U + packet[at + 1]; };
  return flow_of_ports(port(header), port(header + 2));
}

}  // namespace evenkeel::calls
