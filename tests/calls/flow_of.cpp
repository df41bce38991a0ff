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

std::optional<RtpMark> rtp_mark(std::span<const std::uint8_t> packet) {
  constexpr std::size_t udp_header = 8;
  constexpr std::size_t rtp_header = 12;
  if (packet.size() < 20 || packet[0] >> 4 != 4 || packet[9] != udp) return std::nullopt;
  const std::size_t at = 4U * (packet[0] & 0xfU) + udp_header;
  if (packet.size() < at + rtp_header || packet[at] >> 6 != 2) return std::nullopt;
  if (packet[at + 1] >= 192 && packet[at + 1] <= 223) return std::nullopt;  // RTCP, as RFC 5761 tells it apart
  RtpMark mark{static_cast<std::uint8_t>(packet[at + 1] & 0x7fU), 0};
  for (std::size_t i = 4; i < 8; ++i) mark.timestamp = mark.timestamp << 8 | packet[at + i];
  return mark;
}

}  // namespace evenkeel::calls
