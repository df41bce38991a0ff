#pragma once

#include <cstdint>
#include <optional>

#include "core/units/data_size.h"
#include "core/units/delay_kind.h"
#include "core/units/time.h"

namespace evenkeel {

/// A packet that the socket took. Sequence numbers do not wrap here.
struct SentPacket {
  std::int64_t sequence = 0;
  DataSize size;  ///< the whole IP packet
  LocalTime sent{};
  bool padding = false;  ///< it carries nothing
};

/// What became of a packet, told once: when the feedback first names it as arrived, or when it counts as lost.
struct PacketResult {
  std::int64_t sequence = 0;
  DataSize size;
  LocalTime sent{};
  bool received = false;
  std::optional<RemoteTime> arrival;      ///< nothing where lost, or where the peer could not tell
  std::optional<Duration> one_way_delay;  ///< true or estimated, as the report says
};

}  // namespace evenkeel
