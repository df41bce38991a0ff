#include "app/bench/native/socket_outlet.h"

#include <algorithm>

#include "app/bench/native/control_protocol.h"

namespace evenkeel::bench {

SocketOutlet::SocketOutlet(UdpSocket& socket, const Endpoint& to, DataSize packet, std::uint32_t test)
    : socket_(socket), to_(to), test_(test) {
  const auto size = static_cast<std::size_t>(std::max((packet - socket.ip_overhead()).bytes(), std::int64_t{8}));
  memory_.resize(size * LoopDriver::largest_batch);
  for (std::size_t i = 0; i < LoopDriver::largest_batch; ++i) {
    packets_.push_back(std::span(memory_).subspan(i * size, size));
    datagrams_.push_back(packets_.back());
  }
}

// The kernel has copied what it took by the time it returns, so that every batch may begin at the first slot.
std::size_t SocketOutlet::send(std::span<const PacketRef> packets) {
  const std::size_t count = std::min(packets.size(), datagrams_.size());
  for (std::size_t i = 0; i < count; ++i) write_stamp({test_, taken_ + static_cast<std::int64_t>(i)}, packets_[i]);
  const std::size_t taken = socket_.send_batch(std::span(datagrams_).first(count), to_);
  taken_ += static_cast<std::int64_t>(taken);
  return taken;
}

}  // namespace evenkeel::bench
