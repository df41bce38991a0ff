#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/sequence_filter.h"

namespace evenkeel {

/// Remembers which packets with transport-wide numbers came and when, and fills messages of feedback
/// (draft-holmer-rmcat-transport-wide-cc-extensions-01). Each packet is reported once: as received, or as missing where
/// a later one came. One that comes after it was reported as missing begins a later message, as libwebrtc has it; that
/// message may report up to max_repeated other packets for it once more, with the same times.
class TransportWideCollector {
 public:
  static constexpr std::size_t max_window = 16384;  ///< as far as the sequence filter lets numbers jump
  static constexpr std::size_t max_repeated = 16;   ///< what takes more bytes than these is another message

  /// Packets further behind the highest number than `window`, a power of two up to max_window, are forgotten.
  explicit TransportWideCollector(std::size_t window = max_window) : window_(window) {}

  /// Of duplicates the first counts.
  void on_packet(std::uint16_t number, LocalTime arrival);

  /// Packets that came since the last report.
  std::size_t pending() const { return pending_; }
  /// The last report did not name all packets: the next is to follow at once.
  bool is_incomplete() const { return incomplete_; }

  /// Fills all of `out` but its SSRCs, with at most `max_packets` (at least 1) from the first that is to be reported
  /// on. The reference time's zero is at the first arrival of all. A message ends early, and is then incomplete, before
  /// a packet whose distance in time the format cannot hold. Returns false where nothing new came.
  bool report(std::size_t max_packets, TransportWideFeedback& out);

  /// Forgets everything: the packets have another source now.
  void reset() { *this = TransportWideCollector(window_); }

 private:
  struct Arrival {
    std::int64_t sequence = no_sequence;
    LocalTime time{};
    bool reported = false;
  };
  static constexpr std::int64_t no_sequence = -1'000'000;  // below all that the filter yields

  Arrival& slot(std::int64_t sequence) { return arrivals_[static_cast<std::uint64_t>(sequence) & (window_ - 1)]; }
  Arrival* find(std::int64_t sequence);
  std::int64_t window_begin() const { return *numbers_.highest() + 1 - static_cast<std::int64_t>(window_); }
  std::int64_t next_to_report(std::int64_t sequence);
  std::int64_t fill(std::int64_t begin, std::int64_t limit, TransportWideFeedback& out);
  void on_reported(std::int64_t begin, std::int64_t end);

  std::size_t window_;
  SequenceFilter numbers_;
  std::vector<Arrival> arrivals_;    // a ring; a slot holds a packet where it names its number
  std::optional<LocalTime> origin_;  // of the reference time
  std::int64_t next_ = 0;            // at or before the first packet to be reported on
  std::int64_t reported_end_ = 0;    // behind the highest that was reported, as received or missing
  std::int64_t fresh_end_ = 0;       // behind the highest that came and was not reported; where pending_ > 0
  std::size_t pending_ = 0;
  bool incomplete_ = false;
  std::uint8_t count_ = 0;  // of messages
};

}  // namespace evenkeel
