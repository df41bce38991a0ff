#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "core/rtp/rtcp.h"
#include "core/units/time.h"

namespace evenkeel {

/// Remembers which packets of one stream came and when, and fills the congestion feedback (RFC 8888). Each packet is
/// reported twice, in two consecutive reports, so that one lost report loses nothing.
/// Declared by its user (session/receiver): on_packet(sequence number, arrival, ecn), pending(), report(now).
class FeedbackCollector {
 public:
  void on_packet(std::uint16_t sequence_number, LocalTime arrival, std::uint8_t ecn = 0);

  /// Packets that came since the last report.
  std::size_t pending() const { return pending_; }

  /// Fills `out` with what came since the report before the last one. At most `max_metrics` packets (the newest).
  /// False where no packet ever came.
  bool report(std::uint32_t ssrc, LocalTime now, std::size_t max_metrics, StreamFeedback& out);

  /// Forgets everything: the stream has another source now.
  void reset();
};

}  // namespace evenkeel
