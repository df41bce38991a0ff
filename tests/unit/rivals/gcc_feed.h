#pragma once

#include "core/control/rivals/gcc/packet_groups.h"

namespace evenkeel::test {

inline constexpr LocalTime gcc_t0{1000s};
inline constexpr RemoteTime gcc_a0{7000s};

/// A packet that left and arrived so long after the start of either clock; lost without an arrival.
inline PacketResult gcc_packet(Duration sent, std::optional<Duration> arrival, DataSize size = bytes(1000),
                               std::int64_t sequence = 0) {
  PacketResult r{sequence, size, gcc_t0 + sent, arrival.has_value(), std::nullopt, std::nullopt};
  if (arrival) r.arrival = gcc_a0 + *arrival;
  return r;
}

/// Groups as the filters see them, one after the other.
struct GroupFeed {
  Duration sending = 10ms;
  RemoteTime arrival = gcc_a0;

  /// The next group, whose delay is by `growth` larger.
  gcc::GroupDelta next(Duration growth) {
    arrival += sending + growth;
    return {sending, sending + growth, arrival};
  }
};

}  // namespace evenkeel::test
