#include "core/rtp/transport_wide_collector.h"

#include <algorithm>

#include "core/rtp/transport_wide_format.h"

namespace evenkeel {
namespace {

constexpr std::int64_t ticks_per_reference = transport_wide_reference_unit / transport_wide_tick;

// Times are those since the collector's first arrival.
class Message {
 public:
  explicit Message(TransportWideFeedback& out) : out_(out) { out_.arrivals.clear(); }

  // The reference time is that of the first packet that came.
  void refer_to(Duration time) {
    if (refers_) return;
    refers_ = true;
    const std::int64_t ticks = to_transport_wide_ticks(time);
    reference_ = ticks / ticks_per_reference - (ticks % ticks_per_reference < 0 ? 1 : 0);
    last_ = reference_ * ticks_per_reference;
    out_.reference_time = static_cast<std::uint32_t>(reference_ & 0xFF'FFFF);
  }

  // False where the format cannot hold it.
  bool append(std::optional<Duration> time) {
    if (!time) return out_.arrivals.emplace_back(), true;
    refer_to(*time);
    const std::int64_t ticks = to_transport_wide_ticks(*time);
    if (ticks - last_ < min_transport_wide_delta || ticks - last_ > max_transport_wide_delta) return false;
    last_ = ticks;
    out_.arrivals.emplace_back(*time - reference_ * transport_wide_reference_unit);
    return true;
  }

 private:
  TransportWideFeedback& out_;
  bool refers_ = false;
  std::int64_t reference_ = 0;
  std::int64_t last_ = 0;  // when the last packet came, in ticks
};

}  // namespace

TransportWideCollector::Arrival* TransportWideCollector::find(std::int64_t sequence) {
  Arrival& known = slot(sequence);
  return known.sequence == sequence ? &known : nullptr;
}

void TransportWideCollector::on_packet(std::uint16_t number, LocalTime arrival) {
  const auto tracked = numbers_.track(number);
  if (!tracked || tracked->number < window_begin()) return;
  const std::int64_t sequence = tracked->number;
  if (arrivals_.empty()) arrivals_.resize(window_);
  if (!origin_) origin_ = arrival;
  if (tracked->begins) {
    next_ = reported_end_ = sequence;
    pending_ = 0;
  }
  if (find(sequence) != nullptr) return;
  slot(sequence) = {sequence, arrival, false};
  next_ = std::min(next_, sequence);
  fresh_end_ = pending_ == 0 ? sequence + 1 : std::max(fresh_end_, sequence + 1);
  ++pending_;
}

// Below reported_end_ that is only what came late.
std::int64_t TransportWideCollector::next_to_report(std::int64_t sequence) {
  for (; sequence < reported_end_; ++sequence) {
    const Arrival* known = find(sequence);
    if (known != nullptr && !known->reported) break;
  }
  return sequence;
}

// Returns where the message should end: behind the last fresh packet, and above reported_end_ also behind what is
// missing.
std::int64_t TransportWideCollector::fill(std::int64_t begin, std::int64_t limit, TransportWideFeedback& out) {
  Message message(out);
  std::int64_t sequence = begin;
  std::int64_t end_of_fresh = begin;
  for (std::size_t repeated = 0; sequence < limit && repeated <= max_repeated; ++sequence) {
    const Arrival* known = find(sequence);
    if (!message.append(known != nullptr ? std::optional(known->time - *origin_) : std::nullopt)) break;
    if (known == nullptr) continue;
    repeated = known->reported ? repeated + 1 : 0;
    if (!known->reported) end_of_fresh = sequence + 1;
  }
  message.refer_to(slot(fresh_end_ - 1).time - *origin_);  // where all are missing
  return sequence > reported_end_ ? sequence : end_of_fresh;
}

bool TransportWideCollector::report(std::size_t max_packets, TransportWideFeedback& out) {
  if (pending_ == 0) return false;
  const std::int64_t begin = next_to_report(std::max(next_, window_begin()));
  const auto longest = static_cast<std::int64_t>(std::min(max_packets, window_));
  const std::int64_t end = fill(begin, std::min(fresh_end_, begin + longest), out);
  out.begin_number = static_cast<std::uint16_t>(begin);
  out.count = count_++;
  out.arrivals.resize(static_cast<std::size_t>(end - begin));
  on_reported(begin, end);
  return true;
}

void TransportWideCollector::on_reported(std::int64_t begin, std::int64_t end) {
  for (std::int64_t sequence = begin; sequence < end; ++sequence) {
    Arrival* known = find(sequence);
    if (known == nullptr || known->reported) continue;
    known->reported = true;
    --pending_;
  }
  reported_end_ = std::max(reported_end_, end);
  incomplete_ = end < fresh_end_;
  if (!incomplete_) pending_ = 0;  // also what fell out of the window
  next_ = incomplete_ ? next_to_report(end) : reported_end_;
}

}  // namespace evenkeel
