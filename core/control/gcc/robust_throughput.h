#pragma once

#include <optional>

#include "core/path/packet_result.h"
#include "core/units/data_rate.h"
#include "core/units/ring.h"

namespace evenkeel::gcc {

/// The rate of what arrives, over the last second and the last 20 packets at least, at most 5 s: the smaller of the
/// rates at which these packets left and arrived, n packets over the n intervals since the one before. The longest gap
/// between arrivals counts no longer than the second longest: a path that stood still for a moment is not slow.
class RobustThroughput {
 public:
  void add(const PacketResult& packet);

  /// Nothing before 10 packets.
  std::optional<DataRate> estimate() const;

  /// Forgets what is there, and passes over what was sent before.
  void restart(LocalTime sent_from);

 private:
  struct Packet {
    LocalTime sent{};
    RemoteTime arrival{};
    DataSize size;
  };
  void trim();
  Duration arrival_span() const;

  Ring<Packet> packets_;
  RemoteTime newest_{};
  LocalTime sent_from_ = LocalTime::min();
};

}  // namespace evenkeel::gcc
