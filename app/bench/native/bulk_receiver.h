#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "core/net/udp_socket.h"

namespace evenkeel {

/// What the kernel received at one time: one datagram, or several of equal size that it kept together (UDP_GRO), of
/// which the last may be smaller.
struct BulkArrival {
  LocalTime arrival{};                    ///< by the kernel's stamp
  std::span<const std::uint8_t> payload;  ///< of all; valid during the call
  std::size_t segment_size = 0;           ///< bytes of a datagram's payload; at least 1

  std::size_t segments() const { return payload.empty() ? 1 : (payload.size() + segment_size - 1) / segment_size; }
  /// The payload of one; the index must be below segments().
  std::span<const std::uint8_t> segment(std::size_t index) const {
    const std::size_t at = index * segment_size;
    return payload.subspan(at, std::min(segment_size, payload.size() - at));
  }
};

/// Reads a socket by the megabyte: for measuring senders, gigabits per second of them.
class BulkReceiver {
 public:
  static constexpr int wanted_buffer = 64 * 1024 * 1024;

  /// The socket must be open, must outlive this, and is not to be read by another.
  explicit BulkReceiver(UdpSocket& socket);
  ~BulkReceiver();

  /// Waits for at most `patience` for something to come, then calls back for all there is, or for much of it; returns
  /// for how many arrivals. Zero does not wait.
  std::size_t receive(Duration patience, const std::function<void(const BulkArrival&)>& sink);

  /// Bytes of kernel memory that may wait to be read: headers and bookkeeping count, about as much as 1500-byte packets
  /// themselves where they come one by one. Twice wanted_buffer, or what the system allows (net.core.rmem_max).
  std::size_t buffer_size() const { return buffer_size_; }
  /// How often something found no room there since the socket was opened; a batch that came in one piece may count
  /// once.
  std::uint64_t dropped() const;

 private:
  struct Slots;
  std::size_t read_batch(const std::function<void(const BulkArrival&)>& sink);

  int socket_;
  std::size_t buffer_size_ = 0;
  std::unique_ptr<Slots> slots_;
};

}  // namespace evenkeel
