#include "core/rtp/feedback_collector.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr std::uint8_t congestion_experienced = 3;  // RFC 3168, section 5

}  // namespace

void FeedbackCollector::on_packet(const TrackedSequence& sequence, LocalTime arrival, std::uint8_t ecn) {
  highest_ = sequence.highest;
  if (sequence.number < window_begin()) return;
  if (arrivals_.empty()) arrivals_.resize(window_);
  if (sequence.begins) {
    fresh_begin_ = repeat_begin_ = sequence.number;
    next_part_.reset();
  }

  Arrival& known = slot(sequence.number);
  if (known.sequence == sequence.number) {
    if (ecn == congestion_experienced) known.ecn = ecn;
    return;
  }
  known = {sequence.number, arrival, ecn};
  fresh_begin_ = std::min(fresh_begin_, sequence.number);
  if (next_part_) next_part_ = std::min(*next_part_, sequence.number);
  ++pending_;
}

ArrivalMetric FeedbackCollector::metric(std::int64_t sequence, LocalTime now) {
  const Arrival& known = slot(sequence);
  if (known.sequence != sequence) return {};
  ArrivalMetric metric{true, known.ecn, std::nullopt};
  if (known.time <= now) metric.arrival_before_report = now - known.time;
  return metric;
}

bool FeedbackCollector::report(std::uint32_t ssrc, LocalTime now, std::size_t max_metrics, StreamFeedback& out) {
  if (!highest_) return false;
  const std::int64_t end = *highest_ + 1;
  const std::int64_t first = next_part_.value_or(std::min(repeat_begin_, fresh_begin_));
  const std::int64_t begin = std::max(first, window_begin());
  const std::int64_t part_end = std::min(end, begin + static_cast<std::int64_t>(std::min(max_metrics, window_)));

  out.ssrc = ssrc;
  out.begin_sequence = static_cast<std::uint16_t>(begin < end ? begin : end - 1);
  out.metrics.clear();
  for (std::int64_t sequence = begin; sequence < part_end; ++sequence) out.metrics.push_back(metric(sequence, now));

  next_part_.reset();
  if (part_end < end) {
    next_part_ = part_end;
    return true;
  }
  repeat_begin_ = fresh_begin_;
  fresh_begin_ = end;
  pending_ = 0;
  return true;
}

void FeedbackCollector::reset() { *this = FeedbackCollector(window_); }

}  // namespace evenkeel
