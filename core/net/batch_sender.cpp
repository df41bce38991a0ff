#include "core/net/batch_sender.h"

#include <netinet/in.h>
#include <netinet/udp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "core/ice/turn_channels.h"

namespace evenkeel {
namespace {

// Every path carries it in one piece: 1280 bytes of IPv6 with room for headers.
constexpr std::size_t small_segment = 1200;
constexpr std::size_t control_size =
    CMSG_SPACE(sizeof(std::uint16_t)) + CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(in6_pktinfo));

bool is_segmentation_refused(int error) {
  return error == EIO || error == EINVAL || error == ENOPROTOOPT || error == EOPNOTSUPP || error == EMSGSIZE;
}

// Which one it is depends on kernel and family. EINVAL may mean segments as well, ENETUNREACH the way to the peer: only
// whether the same message goes without its source tells.
bool is_source_refused(int error) { return error == EINVAL || error == EADDRNOTAVAIL || error == ENETUNREACH; }

}  // namespace

// Left uninitialized: pack() fills what it uses.
struct BatchSender::Messages {
  struct alignas(cmsghdr) Control {
    std::array<char, control_size> bytes;
  };

  std::array<mmsghdr, max_messages> headers;
  std::array<Control, max_messages> controls;
  std::array<iovec, max_datagrams> parts;
  std::array<ChannelHeader, max_datagrams / 2> channel_headers;  // of every second part, where there are any
  std::size_t parts_of_each;                                     // of a datagram: with a header two
  std::size_t count;                                             // of messages
  std::size_t parts_used;

  bool has_room(std::size_t run) const {
    return count < max_messages && parts_used + run * parts_of_each <= max_datagrams;
  }

  void add(std::span<const Datagram> run, const IpFields& fields) {
    msghdr& header = headers[count].msg_hdr;
    header = {};
    header.msg_iov = &parts[parts_used];
    header.msg_iovlen = run.size() * parts_of_each;
    for (const Datagram& d : run) {
      if (fields.channel != 0) add_header(fields.channel, d.size());
      parts[parts_used++] = {const_cast<std::uint8_t*>(d.data()), d.size()};
    }
    const std::size_t in_front = fields.channel != 0 ? channel_header_size : 0;
    if (run.size() > 1) attach(header, SOL_UDP, UDP_SEGMENT, static_cast<std::uint16_t>(run.front().size() + in_front));
    if (fields.ecn != 0) attach_ecn(header, fields);
    if (fields.has_source()) attach_source(header, fields);
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
    return sum / parts_of_each;
  }

 private:
  void add_header(std::uint16_t channel, std::size_t size) {
    ChannelHeader& bytes = channel_headers[parts_used / 2];
    bytes = channel_header(channel, size);
    parts[parts_used++] = {bytes.data(), bytes.size()};
  }
  // By the receiver's family, also on a socket of IPv6 whose receiver is of IPv4.
  void attach_ecn(msghdr& header, const IpFields& fields) {
    attach(header, fields.ipv4 ? IPPROTO_IP : IPPROTO_IPV6, fields.ipv4 ? IP_TOS : IPV6_TCLASS, int{fields.ecn});
  }

  void attach_source(msghdr& header, const IpFields& fields) {
    if (fields.ipv4) {
      in_pktinfo info{};
      std::memcpy(&info.ipi_spec_dst, fields.source.data() + 12, sizeof info.ipi_spec_dst);
      attach(header, IPPROTO_IP, IP_PKTINFO, info);
    } else {
      in6_pktinfo info{};
      std::memcpy(&info.ipi6_addr, fields.source.data(), sizeof info.ipi6_addr);
      attach(header, IPPROTO_IPV6, IPV6_PKTINFO, info);
    }
  }

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

// What is left of the datagrams, and how they go.
struct BatchSender::Batch {
  std::span<const Datagram> datagrams;
  IpFields fields;
  IpAddress asked_source;
  IpAddress possible_source;  // none of the other family

  Batch(std::span<const Datagram> all, const IpFields& asked)
      : datagrams(all),
        fields(asked),
        asked_source(asked.source),
        possible_source(is_ipv4(asked.source) == asked.ipv4 ? asked.source : IpAddress{}) {
    fields.source = possible_source;
  }
  std::size_t header_size() const { return fields.channel != 0 ? channel_header_size : 0; }
  bool lost_source() const { return fields.source != asked_source; }
  void take(std::size_t count) { datagrams = datagrams.subspan(count); }
};

std::size_t BatchSender::send(int socket, std::span<const Datagram> datagrams, const sockaddr* to, socklen_t to_length,
                              const IpFields& fields) {
  Batch batch(datagrams, fields);
  while (!batch.datagrams.empty()) {
    Messages messages;
    pack(batch, messages);
    messages.address(to, to_length);
    const int sent = call(socket, messages);
    if (sent > 0) {
      on_sent(messages.datagrams_in(std::min(static_cast<std::size_t>(sent), messages.count)), batch);
    } else if (sent == 0 || !on_error(errno, messages.datagrams_in(1) > 1, batch)) {
      break;
    }
  }
  return datagrams.size() - batch.datagrams.size();
}

int BatchSender::call(int socket, Messages& messages) {
  counters_.on_call();
  return call_(socket, messages.headers.data(), static_cast<unsigned>(messages.count));
}

void BatchSender::on_sent(std::size_t count, Batch& batch) {
  if (batch.lost_source()) counters_.source_fallbacks.fetch_add(count, std::memory_order_relaxed);
  batch.take(count);
}

// Of the first message; false: no more go now. An error behind the first shows as a smaller number sent, and again,
// with its name, in the next call. One of a segmented message is met by its datagrams one after the other, so that what
// is lost is what send() would lose.
bool BatchSender::on_error(int error, bool segmented, Batch& batch) {
  if (SendCounters::is_full(error)) return false;
  if (batch.fields.has_source() && is_source_refused(error)) {
    batch.fields.source = {};
  } else if (segmented && is_segmentation_refused(error)) {
    refuse_segmentation(error, batch.datagrams.front().size() + batch.header_size());
    batch.fields.source = batch.possible_source;
  } else if (error != EINTR) {
    counters_.on_lost(error);
    batch.take(1);
  }
  return true;
}

void BatchSender::pack(const Batch& batch, Messages& out) const {
  out.count = out.parts_used = 0;
  out.parts_of_each = batch.fields.channel != 0 ? 2 : 1;
  for (auto left = batch.datagrams; !left.empty();) {
    const std::size_t run = run_length(left, batch.header_size());
    if (!out.has_room(run)) return;
    out.add(left.first(run), batch.fields);
    left = left.subspan(run);
  }
}

// How many from the first make one message: all of its size, of which the last may be smaller. An empty one has no
// place in a message, since the kernel cuts by size.
std::size_t BatchSender::run_length(std::span<const Datagram> datagrams, std::size_t header) const {
  const std::size_t size = datagrams.front().size();
  if (size == 0 || size + header > largest_segment()) return 1;
  const std::size_t most = std::min({datagrams.size(), max_segments, max_message / (size + header)});
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
