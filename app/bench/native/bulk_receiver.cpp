#include "app/bench/native/bulk_receiver.h"

#include <linux/sock_diag.h>
#include <netinet/udp.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <optional>

#include "core/net/clock.h"
#include "core/net/control_messages.h"

namespace evenkeel {
namespace {

constexpr std::size_t slot_count = 32;
constexpr std::size_t slot_size = 65'536;  // what one message may hold
constexpr int rounds = 64;                 // of reading, before returning to the caller

int size_of_buffer(int socket) {
  int size = 0;
  socklen_t length = sizeof size;
  getsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, &length);
  return size;
}

// SO_RCVBUFFORCE needs root; SO_RCVBUF is limited to net.core.rmem_max.
void enlarge(int socket, int wanted) {
  if (setsockopt(socket, SOL_SOCKET, SO_RCVBUFFORCE, &wanted, sizeof wanted) == 0) return;
  if (size_of_buffer(socket) < wanted) setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &wanted, sizeof wanted);
}

// Returns nullopt for a single datagram.
std::optional<std::size_t> segment_size_of(const msghdr& header) {
  std::optional<std::size_t> found;
  for_each_control(header, [&](const cmsghdr& c) {
    if (c.cmsg_level != SOL_UDP || c.cmsg_type != UDP_GRO) return;
    int size = 0;
    std::memcpy(&size, CMSG_DATA(&c), sizeof size);
    if (size > 0) found = static_cast<std::size_t>(size);
  });
  return found;
}

}  // namespace

struct BulkReceiver::Slots {
  struct alignas(cmsghdr) Control {
    std::array<char, CMSG_SPACE(sizeof(timespec)) + CMSG_SPACE(sizeof(int)) + 64> bytes;
  };
  std::array<std::array<std::uint8_t, slot_size>, slot_count> bytes;
  std::array<iovec, slot_count> parts;
  std::array<Control, slot_count> controls;
  std::array<mmsghdr, slot_count> headers;

  void prepare() {
    for (std::size_t i = 0; i < slot_count; ++i) {
      parts[i] = {bytes[i].data(), slot_size};
      msghdr& header = headers[i].msg_hdr;
      header = {};
      header.msg_iov = &parts[i];
      header.msg_iovlen = 1;
      header.msg_control = controls[i].bytes.data();
      header.msg_controllen = controls[i].bytes.size();
    }
  }
};

BulkReceiver::BulkReceiver(UdpSocket& socket) : socket_(socket.native_handle()), slots_(new Slots) {
  const int on = 1;
  setsockopt(socket_, SOL_UDP, UDP_GRO, &on, sizeof on);  // kernels before 5.0 deliver them one by one
  enlarge(socket_, wanted_buffer);
  buffer_size_ = static_cast<std::size_t>(size_of_buffer(socket_));
}

BulkReceiver::~BulkReceiver() = default;

std::size_t BulkReceiver::receive(Duration timeout, const std::function<void(const BulkArrival&)>& sink) {
  pollfd file{socket_, POLLIN, 0};
  const timespec wait{timeout / 1s, (timeout % 1s).count()};
  if (ppoll(&file, 1, &wait, nullptr) <= 0) return 0;
  std::size_t arrivals = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::size_t count = read_batch(sink);
    arrivals += count;
    if (count < slot_count) break;
  }
  return arrivals;
}

std::size_t BulkReceiver::read_batch(const std::function<void(const BulkArrival&)>& sink) {
  slots_->prepare();
  const int read = recvmmsg(socket_, slots_->headers.data(), slot_count, MSG_DONTWAIT, nullptr);
  const std::size_t count = read > 0 ? static_cast<std::size_t>(read) : 0;
  const Duration now = read_clock(CLOCK_MONOTONIC);
  const Duration offset = wall_clock_offset();
  for (std::size_t i = 0; i < count; ++i) {
    const mmsghdr& message = slots_->headers[i];
    const Duration arrival = kernel_stamp(message.msg_hdr).value_or(now + offset) - offset;
    const auto payload = std::span<const std::uint8_t>(slots_->bytes[i]).first(message.msg_len);
    const std::size_t segment = segment_size_of(message.msg_hdr).value_or(payload.size());
    sink({LocalTime(std::min(arrival, now)), payload, std::max<std::size_t>(segment, 1)});
  }
  return count;
}

std::uint64_t BulkReceiver::dropped() const {
  std::array<std::uint32_t, SK_MEMINFO_VARS> info{};
  socklen_t length = sizeof info;
  getsockopt(socket_, SOL_SOCKET, SO_MEMINFO, info.data(), &length);
  return info[SK_MEMINFO_DROPS];
}

}  // namespace evenkeel
