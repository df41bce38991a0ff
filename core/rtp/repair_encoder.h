#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/rtp/repair_payload.h"
#include "core/rtp/symbol_ring.h"

namespace evenkeel {

/// The sending half of the repair code (after RFC 8681, over GF(256)): keeps the last packets of one RTP stream as they
/// left, and makes payloads of repair packets over any consecutive ones of them. A receiver that lacks n of the packets
/// of some ranges needs n of their repair packets, made with different keys, to have all; in one case of about 250 it
/// needs one more. Allocates nothing once it exists.
class RepairEncoder {
 public:
  RepairEncoder();

  /// Forgets all packets.
  void start() { count_ = 0; }

  /// An RTP packet of the stream has left, with the number after that of the one before. Another number, and a packet
  /// above RepairSymbol::max_packet bytes, which cannot be repaired, empty the window: ranges do not reach over them.
  void on_media(std::uint16_t sequence_number, std::span<const std::uint8_t> packet);

  /// The last `packets` packets, or as many as are held.
  RepairRange newest(std::size_t packets) const;

  /// What write() will return, in bytes: the largest packet plus 4; 0 where the range is empty or not held.
  std::size_t payload_size(RepairRange range) const;

  /// Writes the payload of a repair packet. Returns its size, or 0 where the range is empty or not held or `out` is too
  /// small. Each repair packet over the same packets needs another key.
  std::size_t write(RepairRange range, std::uint16_t key, std::span<std::uint8_t> out);

 private:
  bool holds(RepairRange range) const;
  const RepairSymbol& symbol(RepairRange range, std::size_t index) const;

  SymbolRing packets_;     // by a number of our own, so that nothing wraps
  std::int64_t next_ = 0;  // number of the packet that comes next
  std::size_t count_ = 0;  // packets held
  std::uint16_t next_sequence_number_ = 0;
  RepairSymbol packet_;
  RepairSymbol sum_;
};

}  // namespace evenkeel
