#pragma once

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

/// What somebody has who sits on the wire of an IPv4 network: he sees the datagrams of all, and sends under any name.
/// Needs the rights of root. What was forged here has a time to live of its own, so that it is not taken for genuine.
namespace evenkeel::wire {

using Bytes = std::vector<std::uint8_t>;
constexpr std::uint8_t forged_time_to_live = 61;

struct Seen {
  sockaddr_in from{}, to{};
  bool arrives = false;  ///< else it leaves this machine
  std::span<const std::uint8_t> payload;
};

class Tap {
 public:
  // Only who listens to all kinds of packets hears those that leave.
  Tap() : fd_(socket(AF_PACKET, SOCK_DGRAM | SOCK_NONBLOCK, htons(ETH_P_ALL))) {}
  ~Tap() { close(fd_); }
  bool is_open() const { return fd_ >= 0; }
  bool wait(int milliseconds) const {
    pollfd ready{fd_, POLLIN, 0};
    return ::poll(&ready, 1, milliseconds) > 0;
  }

  /// The next genuine datagram of UDP, valid until the next call; nullopt where none waits.
  std::optional<Seen> next() {
    while (true) {
      sockaddr_ll by{};
      socklen_t by_size = sizeof by;
      const ssize_t size = recvfrom(fd_, buffer_.data(), buffer_.size(), 0, reinterpret_cast<sockaddr*>(&by), &by_size);
      if (size < 0) return std::nullopt;
      auto seen = by.sll_protocol == htons(ETH_P_IP) ? read(static_cast<std::size_t>(size)) : std::nullopt;
      if (seen) {
        seen->arrives = by.sll_pkttype != PACKET_OUTGOING;
        return seen;
      }
    }
  }

 private:
  std::optional<Seen> read(std::size_t size) const {
    iphdr ip{};
    if (size < sizeof ip + sizeof(udphdr)) return std::nullopt;
    std::memcpy(&ip, buffer_.data(), sizeof ip);
    const std::size_t header = std::size_t{4} * ip.ihl;
    if (ip.protocol != IPPROTO_UDP || ip.ttl == forged_time_to_live || size < header + sizeof(udphdr)) {
      return std::nullopt;
    }
    udphdr udp{};
    std::memcpy(&udp, buffer_.data() + header, sizeof udp);
    Seen seen;
    seen.from = {AF_INET, udp.source, {ip.saddr}, {}};
    seen.to = {AF_INET, udp.dest, {ip.daddr}, {}};
    seen.payload = std::span(buffer_).subspan(header + sizeof udp, size - header - sizeof udp);
    return seen;
  }

  int fd_;
  std::array<std::uint8_t, 65536> buffer_{};
};

class Forger {
 public:
  Forger() : fd_(socket(AF_INET, SOCK_RAW | SOCK_NONBLOCK, IPPROTO_RAW)) {}
  ~Forger() { close(fd_); }

  bool send(const Bytes& payload, const sockaddr_in& from, const sockaddr_in& to) {
    iphdr ip{};
    ip.version = 4;
    ip.ihl = 5;
    ip.ttl = forged_time_to_live;
    ip.protocol = IPPROTO_UDP;
    ip.saddr = from.sin_addr.s_addr;
    ip.daddr = to.sin_addr.s_addr;
    const auto udp_size = static_cast<std::uint16_t>(sizeof(udphdr) + payload.size());
    const udphdr udp{{{from.sin_port, to.sin_port, htons(udp_size), 0}}};  // 0: no checksum (RFC 768)
    packet_.resize(sizeof ip + udp_size);
    std::memcpy(packet_.data(), &ip, sizeof ip);
    std::memcpy(packet_.data() + sizeof ip, &udp, sizeof udp);
    std::memcpy(packet_.data() + sizeof ip + sizeof udp, payload.data(), payload.size());
    return sendto(fd_, packet_.data(), packet_.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to) >= 0;
  }

 private:
  int fd_;
  Bytes packet_;
};

}  // namespace evenkeel::wire
