#pragma once

#include <cstdint>
#include <optional>

#include "core/rtp/feedback_collector.h"
#include "core/rtp/late_packets.h"
#include "core/rtp/reception_stats.h"
#include "core/rtp/rtp_packet.h"

namespace evenkeel {

/// One source of RTP as the transport sees it, of any media: one sequence tracker, and what reports say about it.
/// Sources can be forged by anyone who guesses the address: one that is heard is not displaced by another.
class RtpReceiveStream {
 public:
  enum class Source { known, changed, foreign };

  /// `clock_rate`: of its timestamps, in Hz.
  explicit RtpReceiveStream(std::int64_t clock_rate = 90'000) : reception_(clock_rate) {}

  /// A packet of that source came; `changed`: forget what was of the one before.
  Source on_source(std::uint32_t ssrc, LocalTime now);
  /// Of our source. Nullopt for a stray number.
  std::optional<TrackedSequence> on_packet(const RtpHeader& header, LocalTime arrival, std::uint8_t ecn);
  /// `ntp_middle`: the middle 32 bits of the sender report's NTP time.
  void on_sender_report(std::uint32_t ntp_middle, LocalTime arrival) {
    reception_.on_sender_report(ntp_middle, arrival);
  }
  /// The next source that comes is ours.
  void forget_source() { ssrc_.reset(); }

  std::optional<std::uint32_t> ssrc() const { return ssrc_; }
  /// Packets came that were in no report, or in one alone.
  bool has_unrepeated() const { return ssrc_ && feedback_.has_unrepeated(); }
  /// Packets that came and that no report has named yet.
  std::size_t pending() const { return ssrc_ ? feedback_.pending() : 0; }
  bool is_incomplete() const { return ssrc_ && feedback_.is_incomplete(); }
  /// Without wraps; nullopt before the first packet.
  std::optional<std::int64_t> highest() const { return sequence_.highest(); }
  /// Only with a source.
  ReportBlock report_block(LocalTime now) { return reception_.report(*ssrc_, now); }
  /// False where no packet came. FeedbackCollector::report().
  bool feedback(LocalTime now, std::size_t max_metrics, StreamFeedback& out) {
    return ssrc_ && feedback_.report(*ssrc_, now, max_metrics, out);
  }

 private:
  std::optional<std::uint32_t> ssrc_;
  LocalTime last_packet_{};
  SequenceFilter sequence_;
  LatePackets late_;
  FeedbackCollector feedback_;
  ReceptionStats reception_;
};

}  // namespace evenkeel
