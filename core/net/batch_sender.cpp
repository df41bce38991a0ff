#include "core/net/batch_sender.h"

#include <netinet/in.h>
#include <netinet/udp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace evenkeel {
namespace {

// Every path carries it in one piece: 1280 bytes of IPv6 with room for headers.
constexpr std::size_t small_segment = 1200;
constexpr std::size_t control_size = CMSG_SPACE(sizeof(std::uint16_t)) + CMSG_SPACE(sizeof(int));

bool is_segmentation_refused(int error) {
  return error == EIO || error == EINVAL || error == ENOPROTOOPT || error == EOPNOTSUPP || error == EMSGSIZE;
}

}  // namespace

// Left uninitialized: pack() fills what it uses.
struct BatchSender::Messages {
  struct alignas(cmsghdr) Control {
    std::array<char, control_size> bytes;
  };

  std::array<mmsghdr, max_messages> headers;
  std::array<Control, max_messages> controls;
  std::array<iovec, max_datagrams> parts;
  std::size_t count;  // of messages
  std::size_t parts_used;

  bool has_room(std::size_t run) const { return count < max_messages && parts_used + run <= max_datagrams; }

  void add(std::span<const Datagram> run, EcnMark ecn) {
    msghdr& header = headers[count].msg_hdr;
    header = {};
    header.msg_iov = &parts[parts_used];
    header.msg_iovlen = run.size();
    for (const Datagram& d : run) parts[parts_used++] = {const_cast<std::uint8_t*>(d.data()), d.size()};
    if (run.size() > 1) attach(header, SOL_UDP, UDP_SEGMENT, static_cast<std::uint16_t>(run.front().size()));
    if (ecn.codepoint != 0) {
      attach(header, ecn.ipv4 ? IPPROTO_IP : IPPROTO_IPV6, ecn.ipv4 ? IP_TOS : IPV6_TCLASS, int{ecn.codepoint});
    }
    ++count;
  }

  void address(const sockaddr* to, socklen_t length) {
    for (std::size_t i = 0; i < count; ++i) {
      headers[i].msg_hdr.msg_name = const_cast<sockaddr*>(to);
      headers[i].msg_hdr.msg_namelen = to == nullptr ? 0 : length;
    }
  }

  std::size_t datagrams_in(std::size_t first_messages) const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < first_messages; ++i) sum += headers[i].msg_hdr.msg_iovlen;
    return sum;
  }

 private:
  // One more control message behind those that it has.
  template <class Value>
  void attach(msghdr& header, int level, int type, Value value) {
    std::array<char, control_size>& memory = controls[count].bytes;
    auto* c = reinterpret_cast<cmsghdr*>(memory.data() + header.msg_controllen);
    header.msg_control = memory.data();
    header.msg_controllen += CMSG_SPACE(sizeof value);
    c->cmsg_level = level;
    c->cmsg_type = type;
    c->cmsg_len = CMSG_LEN(sizeof value);
    std::memcpy(CMSG_DATA(c), &value, sizeof value);
  }
};

int BatchSender::system_call(int socket, mmsghdr* messages, unsigned count) {
  return sendmmsg(socket, messages, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// An error behind the first message shows as a smaller number sent, and again, with its name, in the next call. One of
// a segmented message is met by its datagrams one after the other, so that what is lost is what send() would lose.
std::size_t BatchSender::send(int socket, std::span<const Datagram> datagrams, const sockaddr* to, socklen_t to_length,
                              EcnMark ecn) {
  std::size_t taken = 0;
  while (taken < datagrams.size()) {
    Messages messages;
    pack(datagrams.subspan(taken), ecn, messages);
    messages.address(to, to_length);
    counters_.on_call();
    const int sent = call_(socket, messages.headers.data(), static_cast<unsigned>(messages.count));
    const int error = errno;
    if (sent > 0) {
      taken += messages.datagrams_in(std::min(static_cast<std::size_t>(sent), messages.count));
    } else if (sent == 0 || SendCounters::is_full(error)) {
      break;
    } else if (messages.datagrams_in(1) > 1 && is_segmentation_refused(error)) {
      refuse_segmentation(error, datagrams[taken].size());
    } else if (error != EINTR) {
      counters_.on_lost(error);
      ++taken;
    }
  }
  return taken;
}

void BatchSender::pack(std::span<const Datagram> datagrams, EcnMark ecn, Messages& out) const {
  out.count = out.parts_used = 0;
  while (!datagrams.empty()) {
    const std::size_t run = run_length(datagrams);
    if (!out.has_room(run)) return;
    out.add(datagrams.first(run), ecn);
    datagrams = datagrams.subspan(run);
  }
}

// How many from the first make one message: all of its size, of which the last may be smaller. An empty one has no
// place in a message, since the kernel cuts by size.
std::size_t BatchSender::run_length(std::span<const Datagram> datagrams) const {
  const std::size_t size = datagrams.front().size();
  if (size == 0 || size > largest_segment()) return 1;
  const std::size_t most = std::min({datagrams.size(), max_segments, max_message / size});
  std::size_t run = 1;
  while (run < most && datagrams[run].size() == size) ++run;
  if (run < most && !datagrams[run].empty() && datagrams[run].size() < size) ++run;
  return run;
}

// EMSGSIZE concerns a size that the path does not carry in one piece, and so may EINVAL, by which kernels before 6.13
// say the same; the others concern the kernel or the device.
void BatchSender::refuse_segmentation(int error, std::size_t size) {
  const bool too_large = error == EMSGSIZE || (error == EINVAL && size > small_segment);
  const std::size_t limit = too_large ? size - 1 : 0;
  largest_segment_.store(std::min(limit, largest_segment()), std::memory_order_relaxed);
}

}  // namespace evenkeel
