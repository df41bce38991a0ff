#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/sequence_filter.h"

namespace evenkeel {

/// Remembers which packets of one stream came and when, and fills the congestion feedback (RFC 8888). Each packet is
/// reported twice, in two consecutive reports, so that one lost report loses nothing.
class FeedbackCollector {
 public:
  static constexpr std::size_t max_window = 16384;  ///< as far as RFC 8888 lets one report reach

  /// Reports reach back `window` packets from the highest number: a power of two up to max_window. One packet that
  /// jumps makes a report as long.
  explicit FeedbackCollector(std::size_t window = max_window) : window_(window) {}

  /// Of duplicates the first counts, but for a mark of congestion (RFC 8888, section 3.1).
  void on_packet(const TrackedSequence& sequence, LocalTime arrival, std::uint8_t ecn = 0);

  /// Packets that came since the last report.
  std::size_t pending() const { return pending_; }
  /// The next report names packets: ones that came since, or that only the last report named.
  bool has_unrepeated() const { return highest_ && std::min(repeat_begin_, fresh_begin_) <= *highest_; }

  /// Fills `out` with what came since the report before the last one, and with what is missing up to the highest
  /// number that came. With nothing new, begin_sequence is the highest number and there are no metrics. Where there are
  /// more than `max_metrics` packets (at least 1), the oldest of them: the report is then incomplete, and the next one
  /// goes on from there. Returns false if no packet ever came.
  bool report(std::uint32_t ssrc, LocalTime now, std::size_t max_metrics, StreamFeedback& out);

  /// The last report did not name all packets: the next is to follow at once.
  bool is_incomplete() const { return next_part_.has_value(); }

  /// Forgets everything: the stream has another source now.
  void reset();

 private:
  struct Arrival {
    std::int64_t sequence = no_sequence;
    LocalTime time{};
    std::uint8_t ecn = 0;
  };
  static constexpr std::int64_t no_sequence = -1'000'000;  // below all that the filter yields

  Arrival& slot(std::int64_t sequence) { return arrivals_[static_cast<std::uint64_t>(sequence) & (window_ - 1)]; }
  std::int64_t window_begin() const { return *highest_ + 1 - static_cast<std::int64_t>(window_); }
  ArrivalMetric metric(std::int64_t sequence, LocalTime now);

  std::size_t window_;
  std::optional<std::int64_t> highest_;
  std::vector<Arrival> arrivals_;          // a ring; a slot holds a packet where it names its sequence number
  std::int64_t fresh_begin_ = 0;           // where the packets since the last report begin
  std::int64_t repeat_begin_ = 0;          // the same of the report before
  std::optional<std::int64_t> next_part_;  // where the rest of an incomplete report begins
  std::size_t pending_ = 0;
};

}  // namespace evenkeel
