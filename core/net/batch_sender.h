#pragma once

#include <sys/socket.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include "core/net/send_counters.h"
#include "core/session/datagram_sink.h"

namespace evenkeel {

/// What the IP header of each datagram of a batch says besides where it goes.
struct IpFields {
  std::uint8_t ecn = 0;  ///< explicit congestion notification (RFC 3168, section 5); 0: as the socket is set
  bool ipv4 = true;      ///< the family of the receiver's address
  IpAddress source{};    ///< of this machine; all zeros: the kernel's choice
  /// Of a TURN server that the datagrams go to: the header of ChannelData stands in front of each. 0: none.
  std::uint16_t channel = 0;

  bool has_source() const { return source != IpAddress{}; }
};

/// Sends many datagrams by few system calls: sendmmsg(2), and of runs of equal size one message each, which the kernel
/// cuts into datagrams (UDP_SEGMENT, udp(7)): it pays from two on, 2.3 us per packet of 1500 bytes instead of 4, 1.0 us
/// with four and 0.2 us with 64 (loopback). Copies nothing, allocates nothing, and takes no lock; may be used by
/// several threads at a time. Where the machine no longer has the source address asked for, datagrams go once more from
/// whichever address the kernel takes: the peer may know that one, and of a datagram that is lost it knows nothing.
class BatchSender {
 public:
  using Datagram = DatagramSink::Datagram;
  /// sendmmsg(2) without waiting; returns how many messages went, or -1 and sets errno.
  using SystemCall = std::function<int(int socket, mmsghdr* messages, unsigned count)>;
  static int system_call(int socket, mmsghdr* messages, unsigned count);

  static constexpr std::size_t max_messages = 64;     ///< per system call
  static constexpr std::size_t max_datagrams = 256;   ///< per system call; half of that with a header in front
  static constexpr std::size_t max_segments = 64;     ///< per message: UDP_MAX_SEGMENTS of kernels before 6.9
  static constexpr std::size_t max_message = 65'507;  ///< bytes of a message: an IPv4 packet of 65,535 without headers

  explicit BatchSender(SendCounters& counters, SystemCall call = system_call)
      : counters_(counters), call_(std::move(call)) {}

  /// `to` is null for a connected socket. Returns how many were taken, counted from the first: sent, or lost for good.
  std::size_t send(int socket, std::span<const Datagram> datagrams, const sockaddr* to, socklen_t to_length,
                   const IpFields& fields = {});

  /// Off: one message per datagram. On: what was refused before is tried again.
  void set_segmentation(bool on) { largest_segment_.store(on ? no_limit : 0, std::memory_order_relaxed); }
  /// Datagrams above this size in bytes go without segmentation, since the kernel or the path refused it; 0: all do.
  std::size_t largest_segment() const { return largest_segment_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
  struct Messages;

  struct Batch;

  int call(int socket, Messages& messages);
  void on_sent(std::size_t count, Batch& batch);
  bool on_error(int error, bool segmented, Batch& batch);
  void pack(const Batch& batch, Messages& out) const;
  std::size_t run_length(std::span<const Datagram> datagrams, std::size_t header) const;
  void refuse_segmentation(int error, std::size_t size);

  SendCounters& counters_;
  SystemCall call_;
  std::atomic<std::size_t> largest_segment_{no_limit};
};

}  // namespace evenkeel
