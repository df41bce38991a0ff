#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/net/udp_socket.h"

namespace evenkeel {

/// Datagrams that the kernel received at one time: one, or several of equal size that it merged (UDP_GRO), of which the
/// last may be smaller.
struct BulkArrival {
  LocalTime arrival{};                    ///< by the kernel's stamp
  std::span<const std::uint8_t> payload;  ///< of all datagrams; valid during the call
  std::size_t segment_size = 0;           ///< bytes of a datagram's payload; at least 1

  std::size_t segments() const { return payload.empty() ? 1 : (payload.size() + segment_size - 1) / segment_size; }
  /// The payload of one datagram; the index must be below segments().
  std::span<const std::uint8_t> segment(std::size_t index) const {
    const std::size_t at = index * segment_size;
    return payload.subspan(at, std::min(segment_size, payload.size() - at));
  }
};

/// Reads a socket in large batches, to measure senders at gigabits per second.
class BulkReceiver {
 public:
  static constexpr int wanted_buffer = 64 * 1024 * 1024;

  /// The socket must be open and outlive this object; nobody else may read it.
  explicit BulkReceiver(UdpSocket& socket);
  ~BulkReceiver();

  /// Waits up to `timeout` for data, then calls `sink` for all of it, or a large part; returns the number of calls.
  /// Zero does not wait.
  std::size_t receive(Duration timeout, const std::function<void(const BulkArrival&)>& sink);

  /// Size of the kernel's receive buffer in bytes. The kernel's bookkeeping counts too, about as much as the data for
  /// single packets of 1500 bytes. Twice wanted_buffer, or less if net.core.rmem_max does not allow it.
  std::size_t buffer_size() const { return buffer_size_; }
  /// How often the buffer was full since the socket was opened; a merged batch may count once.
  std::uint64_t dropped() const;

 private:
  struct Slots;
  std::size_t read_batch(const std::function<void(const BulkArrival&)>& sink);

  int socket_;
  std::size_t buffer_size_ = 0;
  std::unique_ptr<Slots> slots_;
};

}  // namespace evenkeel
