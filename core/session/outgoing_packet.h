#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/data_size.h"
#include "core/base/time.h"

namespace evenkeel {

/// What a packet is for, in the order of its right of way.
enum class PacketClass : std::uint8_t {
  audio,
  retransmission,
  owed_repair,  ///< that the losses need behind a frame, where the next one waits already
  video,
  repair,  ///< redundancy sent in advance
  padding  ///< carries nothing
};
inline constexpr std::size_t packet_classes = 6;

/// A packet that waits to leave, with the facts needed when it is sent; its bytes lie in the PacketPool. Sequence
/// number and all else that depends on the departure time are written when it leaves.
struct OutgoingPacket {
  std::uint32_t slot = 0;    ///< of the PacketPool
  std::uint16_t stream = 0;  ///< index of its RtpSendStream in the transport
  PacketClass kind = PacketClass::video;
  DataSize wire;     ///< the whole IP packet: payload, RTP, UDP and IP headers
  DataSize payload;  ///< without headers and padding, as sender reports count
  LocalTime queued{};
  bool size_probe = false;  ///< SentPacket::size_probe
};

}  // namespace evenkeel
