#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/time.h"
#include "core/path/packet_result.h"

namespace evenkeel {

/// The losses that a law answers once, with one cut: those of the reports of one round trip. Tells when all of them
/// came late, so that there was nothing to answer.
class LossEpisode {
 public:
  struct Change {
    bool begins = false;      ///< a loss that no cut has answered yet
    bool taken_back = false;  ///< all losses of the last episode came after all
  };

  /// Losses of packets sent before `since` do not count.
  Change on_report(std::span<const PacketResult> packets, Duration round_trip, LocalTime since, LocalTime now) {
    Change change;
    for (const PacketResult& packet : packets) {
      if (packet.late) change.taken_back |= take_back(packet);
      if (packet.received || packet.sent < since) continue;
      if (!begun_ || now >= *begun_ + round_trip) {
        begun_ = now;
        first_ = packet.sequence;
        losses_ = 0;
        change.begins = true;
      }
      first_ = std::min(first_, packet.sequence);  // it may be told after those behind it
      ++losses_;
    }
    if (change.begins) change.taken_back = false;
    return change;
  }
  void reset() { *this = LossEpisode(); }

 private:
  bool take_back(const PacketResult& late) {
    if (losses_ == 0 || late.sequence < first_ || --losses_ > 0) return false;
    begun_.reset();
    return true;
  }

  std::optional<LocalTime> begun_;
  std::int64_t first_ = 0;
  int losses_ = 0;
};

}  // namespace evenkeel
