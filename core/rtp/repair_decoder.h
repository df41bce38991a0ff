#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/rtp/repair_payload.h"
#include "core/rtp/repair_solver.h"
#include "core/rtp/symbol_ring.h"

namespace evenkeel {

/// Counts of packets. Each repair packet that was received was either used or discarded.
struct RepairStats {
  std::uint64_t received = 0;     ///< repair packets
  std::uint64_t used = 0;         ///< told something of missing packets, alone or together with others
  std::uint64_t discarded = 0;    ///< nothing was missing, or too much; malformed, too old, or contradicting the others
  std::uint64_t recovered = 0;    ///< media packets
  std::uint64_t implausible = 0;  ///< results that were no media packets and were dropped
};

/// A lost packet that is known after all.
struct RecoveredPacket {
  std::int64_t sequence = 0;            ///< unwrapped
  std::span<const std::uint8_t> bytes;  ///< the whole RTP packet; valid until the next call
};

/// The receiving half of the repair code, see RepairEncoder: makes lost packets of one RTP stream from repair packets
/// and the media packets that came. After each on_media() and on_repair(), poll() until it has nothing more.
///
/// Where what has come contradicts itself, any part may be wrong: all repair packets held are dropped then. Takes
/// 0.75 MB of memory at the start and nothing later.
class RepairDecoder {
 public:
  /// Media packets that are remembered. A range may begin so many less RepairRange::max_count before the highest
  /// sequence number, and end RepairRange::max_count behind it: repair packets may overtake media.
  static constexpr std::size_t history = 512;

  RepairDecoder();

  /// The stream comes from this source, its media with this payload type. Forgets all but the statistics.
  void start(std::uint32_t ssrc, std::uint8_t payload_type);
  /// The same, and nothing is recovered until start().
  void reset();

  /// A packet of the stream has come by any way but poll(): from the wire or sent again, once or more often.
  void on_media(std::int64_t sequence, std::span<const std::uint8_t> packet);

  /// The payload of a repair packet of the stream. `highest` is the highest unwrapped sequence number of media so far:
  /// its base is taken as the nearest to it.
  void on_repair(std::span<const std::uint8_t> payload, std::int64_t highest);

  /// In no order.
  std::optional<RecoveredPacket> poll();

  /// How many packets more, of media or repair, it takes to have all packets that the repair packets held cover.
  std::size_t deficit() const { return solver_.unknowns() - solver_.equations(); }

  const RepairStats& stats() const { return stats_; }

 private:
  struct Source {
    std::uint32_t ssrc = 0;
    std::uint8_t payload_type = 0;
  };

  bool use(const RepairPayload& repair, std::int64_t base, std::int64_t highest);
  bool is_of_use(const RepairPayload& repair, std::int64_t base) const;
  std::optional<std::size_t> subtract_known(const RepairPayload& repair, std::int64_t base);
  std::span<const std::uint8_t> write(const RepairSolver::Solution& solution);

  std::optional<Source> source_;
  SymbolRing packets_;
  RepairSolver solver_;
  RepairStats stats_;
  RepairSymbol symbol_;                                               // of the packet at hand
  std::array<RepairSolver::Term, RepairRange::max_count> missing_{};  // of the range at hand
  std::array<std::uint8_t, RepairSymbol::max_packet> out_{};
};

}  // namespace evenkeel
