#include "core/rtp/reception_stats.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/rtp/ntp.h"

namespace evenkeel {
namespace {

// Modulo 2^32.
std::uint32_t to_rtp_units(LocalTime t, std::int64_t clock_rate) {
  const Duration time = t.time_since_epoch();
  return static_cast<std::uint32_t>(time / 1s * clock_rate +
                                    (time % Duration(1s)).count() * clock_rate / 1'000'000'000);
}

}  // namespace

void ReceptionStats::on_packet(const TrackedSequence& sequence, std::uint32_t rtp_timestamp, LocalTime arrival) {
  if (sequence.begins) begin_at(sequence.number);
  highest_ = sequence.highest;
  ++received_;
  ++received_since_base_;
  update_jitter(rtp_timestamp, arrival);
}

// init_seq() of appendix A.1.
void ReceptionStats::begin_at(std::int64_t sequence) {
  base_ = sequence;
  received_since_base_ = expected_before_ = received_before_ = 0;
  transit_.reset();
}

// Appendix A.8, in whole numbers.
void ReceptionStats::update_jitter(std::uint32_t rtp_timestamp, LocalTime arrival) {
  const std::uint32_t transit = to_rtp_units(arrival, clock_rate_) - rtp_timestamp;
  if (transit_) {
    const std::int64_t difference = static_cast<std::int32_t>(transit - *transit_);
    jitter_16_ += static_cast<std::uint64_t>(std::abs(difference)) - ((jitter_16_ + 8) >> 4);
  }
  transit_ = transit;
}

// Appendix A.3. Duplicates count as received: the loss may be negative.
void ReceptionStats::fill_loss(ReportBlock& block) {
  const auto expected = static_cast<std::uint64_t>(*highest_ - base_ + 1);
  const auto lost = static_cast<std::int64_t>(expected - received_since_base_);
  const auto expected_now = static_cast<std::int64_t>(expected - expected_before_);
  const auto received_now = static_cast<std::int64_t>(received_since_base_ - received_before_);
  const std::int64_t lost_now = std::max<std::int64_t>(expected_now - received_now, 0);
  if (expected_now > 0)
    block.fraction_lost = static_cast<std::uint8_t>(std::min<std::int64_t>(lost_now * 256 / expected_now, 255));
  block.cumulative_lost = static_cast<std::int32_t>(std::clamp<std::int64_t>(lost, -0x80'0000, 0x7F'FFFF));
  block.extended_highest_sequence = static_cast<std::uint32_t>(*highest_);
  expected_before_ = expected;
  received_before_ = received_since_base_;
}

ReportBlock ReceptionStats::report(std::uint32_t ssrc, LocalTime now) {
  ReportBlock block;
  block.ssrc = ssrc;
  if (highest_) fill_loss(block);
  block.jitter =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(jitter_16_ >> 4, std::numeric_limits<std::uint32_t>::max()));
  if (sender_report_) {
    // 18 hours are the most that 32 bits hold.
    const Duration delay = std::clamp<Duration>(now - sender_report_->arrival, 0s, 18h);
    block.last_sr = sender_report_->ntp_middle;
    block.delay_since_last_sr = static_cast<std::uint32_t>(to_ntp_units(delay));
  }
  return block;
}

void ReceptionStats::on_sender_report(std::uint32_t ntp_middle, LocalTime arrival) {
  sender_report_ = SenderReport{ntp_middle, arrival};
}

void ReceptionStats::reset() { *this = ReceptionStats(clock_rate_); }

}  // namespace evenkeel
