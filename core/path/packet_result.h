#pragma once

#include <cstdint>
#include <optional>

#include "core/base/data_size.h"
#include "core/base/delay_kind.h"
#include "core/base/time.h"

namespace evenkeel {

/// A packet that the socket took.
struct SentPacket {
  std::int64_t sequence = 0;  ///< its send id: counts the packets of all streams in the order of leaving, from 0
  DataSize size;              ///< the whole IP packet
  LocalTime sent{};
  bool padding = false;                        ///< it carries nothing
  bool sound = false;                          ///< small, and leaves whenever it comes
  std::optional<std::uint16_t> wide_number{};  ///< transport-wide, where feedback goes by that
  bool size_probe = false;   ///< padding that shows whether a path carries its size: no controller's business
  bool app_limited = false;  ///< no media waited behind it: with more of it, more could have been sent
};

/// What became of a packet, reported once: when the feedback first names it as arrived, or when it counts as lost. One
/// that counted as lost and came all the same is reported again, as `late`.
struct PacketResult {
  std::int64_t sequence = 0;  ///< SentPacket::sequence
  DataSize size;
  LocalTime sent{};
  bool received = false;
  std::optional<RemoteTime> arrival;      ///< nothing where lost, or where the peer could not tell
  std::optional<Duration> one_way_delay;  ///< true or estimated, as the report says
  std::uint32_t ssrc = 0;
  std::int64_t rtp_sequence = 0;  ///< RTP sequence number within `ssrc`, without wraps
  std::uint8_t ecn = 0;           ///< as it arrived (RFC 3168): 0 not capable, 1 ECT(1), 2 ECT(0), 3 congestion
  bool sound = false;             ///< SentPacket::sound
  bool size_probe = false;        ///< SentPacket::size_probe
  /// The part of an estimated delay that is a guess about the path, RTT_min / 2: it changes when a minimum expires,
  /// without any packet being later than those before. Zero where the delay is true.
  Duration assumed_propagation{};
  /// It counted as lost in an earlier report, which this takes back: it was overtaken by others. Its bytes count now;
  /// its delay says nothing of a queue.
  bool late = false;

  /// For comparing packets: the one-way delay but for what is assumed.
  std::optional<Duration> relative_delay() const {
    return one_way_delay ? std::optional(*one_way_delay - assumed_propagation) : std::nullopt;
  }
};

}  // namespace evenkeel
