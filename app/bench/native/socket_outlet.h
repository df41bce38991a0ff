#pragma once

#include <cstdint>
#include <vector>

#include "app/bench/loop_driver.h"
#include "core/net/udp_socket.h"

namespace evenkeel::bench {

/// Sends packets to the receiver of a test, each with its stamp. Their memory is used again from batch to batch.
class SocketOutlet final : public PacketOutlet {
 public:
  /// `packet`: the whole IP packet. The socket is connected.
  SocketOutlet(UdpSocket& socket, const Endpoint& to, DataSize packet, std::uint32_t test);

  /// LoopDriver::largest_batch of them at most.
  std::size_t send(std::span<const PacketRef> packets) override;

  std::int64_t packets_taken() const { return taken_; }

 private:
  UdpSocket& socket_;
  Endpoint to_;
  std::uint32_t test_;
  std::int64_t taken_ = 0;
  std::vector<std::uint8_t> memory_;
  std::vector<std::span<std::uint8_t>> packets_;
  std::vector<DatagramSink::Datagram> datagrams_;
};

}  // namespace evenkeel::bench
