// What anybody in the local network may answer in the router's place, by NAT-PMP and UPnP: datagrams and streams come
// from the input by functions that stand in for those of the system.
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <memory>

#include "core/net/port_mapping/nat_pmp_router.h"
#include "core/net/port_mapping/upnp_router.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

constexpr std::uint32_t gateway = 0xC0A8'0001, local = 0xC0A8'0002;

IpAddress to_address(std::uint32_t ipv4) {
  IpAddress address = any_ipv4;
  for (std::size_t i = 0; i < 4; ++i) address[12 + i] = static_cast<std::uint8_t>(ipv4 >> (24 - 8 * i));
  return address;
}

/// Pieces of the input, each behind two bytes: its length, or 0 where nothing comes for two seconds, or the end of a
/// stream above max_piece.
ByteReader* network = nullptr;
constexpr std::uint16_t max_piece = 2048;
int polls = 0;
std::chrono::nanoseconds now{};

bool is_over() { return network->left() == 0 || polls > 200; }

bool nothing_comes() {
  ByteReader next = *network;
  if (next.left() > 0 && next.u16() != 0) return false;
  network->u16();
  now += std::chrono::seconds(2);
  return true;
}

ssize_t next_piece(void* out, size_t size) {
  const std::uint16_t length = network->u16();
  if (length > max_piece) return 0;
  const auto bytes = network->bytes(std::min({std::size_t{length}, network->left(), size}));
  std::copy(bytes.begin(), bytes.end(), static_cast<std::uint8_t*>(out));
  return static_cast<ssize_t>(bytes.size());
}

}  // namespace

extern "C" {
int poll(pollfd* sockets, nfds_t count, int) {
  ++polls;
  now += std::chrono::milliseconds(1);
  const bool waits = count > 0 && (sockets->events & POLLIN) != 0 && nothing_comes();
  for (nfds_t i = 0; i < count; ++i) sockets[i].revents = waits ? short{0} : sockets[i].events;
  return waits ? 0 : static_cast<int>(count);
}
// What std::chrono::steady_clock reads.
int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (clock != CLOCK_MONOTONIC) return static_cast<int>(syscall(SYS_clock_gettime, clock, time));
  time->tv_sec = now / std::chrono::seconds(1);
  time->tv_nsec = now % std::chrono::seconds(1) / std::chrono::nanoseconds(1);
  return 0;
}
int bind(int, const sockaddr*, socklen_t) noexcept { return 0; }
int connect(int, const sockaddr*, socklen_t) { return 0; }
ssize_t send(int, const void*, size_t size, int) { return static_cast<ssize_t>(size); }
ssize_t sendto(int, const void*, size_t size, int, const sockaddr*, socklen_t) { return static_cast<ssize_t>(size); }
ssize_t recv(int, void* out, size_t size, int) { return next_piece(out, size); }
ssize_t recvfrom(int, void* out, size_t size, int, sockaddr* from, socklen_t* from_size) {
  const ssize_t count = next_piece(out, size);
  if (count <= 0) {
    errno = EAGAIN;
    return -1;
  }
  sockaddr_in router{};
  router.sin_family = AF_INET;
  router.sin_port = htons(5351);
  router.sin_addr.s_addr = htonl(gateway);
  if (from != nullptr) std::memcpy(from, &router, sizeof router);
  if (from_size != nullptr) *from_size = sizeof router;
  return count;
}
}

// The first byte: the protocol, and the answer of the mapping before.
void fuzz(std::span<const std::uint8_t> input) {
  ByteReader reader(input);
  network = &reader;
  polls = 0;
  now = std::chrono::hours(1);
  const std::uint8_t flags = reader.u8();
  const FindUplink uplink = [] { return std::optional(Uplink{to_address(local), to_address(gateway)}); };
  const auto protocol = flags & 2 ? PortProtocol::tcp : PortProtocol::udp;
  std::unique_ptr<Router> router;
  if (flags & 1) {
    router = std::make_unique<UpnpRouter>(UpnpRouter::Config{uplink, 5004, protocol, is_over});
  } else {
    router = std::make_unique<NatPmpRouter>(NatPmpRouter::Config{uplink, 5004, protocol, is_over});
  }
  for (int turn = 0; turn < 2 && !is_over(); ++turn) {
    const MappingAnswer answer = router->map(5004, std::chrono::seconds(1800));
    require(answer.reason.find('\n') == std::string::npos);
    if (answer.kind == MappingAnswer::Kind::mapped) require(answer.lease.lifetime > std::chrono::seconds(0));
  }
}
