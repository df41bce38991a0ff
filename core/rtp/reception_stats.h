#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"
#include "core/rtp/rtcp.h"
#include "core/rtp/sequence_filter.h"

namespace evenkeel {

/// What a receiver report says of one source: loss and jitter after RFC 3550, appendices A.1, A.3 and A.8.
class ReceptionStats {
 public:
  /// `clock_rate`: of the RTP timestamps, in Hz.
  explicit ReceptionStats(std::int64_t clock_rate = 90'000) : clock_rate_(clock_rate) {}

  void on_packet(const TrackedSequence& sequence, std::uint32_t rtp_timestamp, LocalTime arrival);

  /// `ntp_middle`: the middle 32 bits of the sender report's NTP time.
  void on_sender_report(std::uint32_t ntp_middle, LocalTime arrival);

  /// The fraction lost is that since the report before. All zeros but for the SSRC and the sender report where no
  /// packet came.
  ReportBlock report(std::uint32_t ssrc, LocalTime now);

  /// Duplicates included.
  std::uint64_t packets_received() const { return received_; }

  /// Forgets everything: there is another source now.
  void reset();

 private:
  struct SenderReport {
    std::uint32_t ntp_middle = 0;
    LocalTime arrival{};
  };

  void begin_at(std::int64_t sequence);
  void update_jitter(std::uint32_t rtp_timestamp, LocalTime arrival);
  void fill_loss(ReportBlock& block);

  std::int64_t clock_rate_;
  std::optional<std::int64_t> highest_;
  std::int64_t base_ = 0;  // the first sequence number
  std::uint64_t received_ = 0;
  std::uint64_t received_since_base_ = 0;
  std::uint64_t expected_before_ = 0;  // as of the last report
  std::uint64_t received_before_ = 0;
  std::optional<std::uint32_t> transit_;  // of the packet before
  std::uint64_t jitter_16_ = 0;           // 16 times the jitter
  std::optional<SenderReport> sender_report_;
};

}  // namespace evenkeel
