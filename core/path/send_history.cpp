#include "core/path/send_history.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr std::int64_t reordering_tolerance = 3;  // RFC 5348, section 5.1
// Packets further behind the newest arrival than this, and in no report so far, will not be in any: a report reaches
// back two feedback intervals, and between two of them lie 10 packets as a rule.
constexpr std::int64_t unreported_patience = 256;
constexpr Duration unreported_time = 1s;  // the same for slow flows: sent so long before the newest arrival

}  // namespace

SendHistory::SendHistory() : entries_(capacity) {}

SendHistory::Entry* SendHistory::find(std::int64_t sequence) {
  Entry& entry = entries_[static_cast<std::size_t>(sequence) % capacity];
  return entry.fate != Fate::none && entry.packet.sequence == sequence ? &entry : nullptr;
}

void SendHistory::on_sent(std::uint16_t sequence_number, DataSize size, LocalTime now) {
  const std::int64_t sequence = unwrapper_.unwrap(sequence_number);
  if (sent_ == 0) oldest_open_ = sequence;
  Entry& entry = entries_[static_cast<std::size_t>(sequence) % capacity];
  if (entry.fate == Fate::in_flight) in_flight_ -= entry.packet.size;  // never reported: forgotten
  entry = {{sequence, size, now}, Fate::in_flight, false};
  in_flight_ += size;
  next_ = sequence + 1;
  oldest_open_ = std::max(oldest_open_, next_ - static_cast<std::int64_t>(capacity));
  ++sent_;
}

void SendHistory::on_feedback(const StreamFeedback& feedback, RemoteTime report_time,
                              std::vector<PacketResult>& results) {
  if (sent_ == 0) return;
  const std::size_t first_result = results.size();
  std::int64_t sequence = unwrapper_.peek(feedback.begin_sequence);
  for (const ArrivalMetric& metric : feedback.metrics) {
    if (Entry* entry = find(sequence++)) on_metric(*entry, metric, report_time, results);
  }
  declare_losses(results);
  std::sort(results.begin() + static_cast<std::ptrdiff_t>(first_result), results.end(),
            [](const PacketResult& a, const PacketResult& b) { return a.sequence < b.sequence; });
}

void SendHistory::on_metric(Entry& entry, const ArrivalMetric& metric, RemoteTime report_time,
                            std::vector<PacketResult>& results) {
  if (!metric.received) {
    entry.reported_missing = true;
    return;
  }
  highest_arrived_ = std::max(highest_arrived_, entry.packet.sequence);
  if (entry.fate == Fate::lost) {  // reordered by more than the tolerance: told as lost, only the count is mended
    entry.fate = Fate::arrived;
    --lost_;
    ++late_;
  }
  if (entry.fate != Fate::in_flight) return;
  resolve(entry, Fate::arrived);
  PacketResult result{entry.packet.sequence, entry.packet.size, entry.packet.sent, true, std::nullopt, std::nullopt};
  if (metric.arrival_before_report) result.arrival = report_time - *metric.arrival_before_report;
  results.push_back(result);
}

void SendHistory::declare_losses(std::vector<PacketResult>& results) {
  const std::int64_t end = highest_arrived_ - reordering_tolerance + 1;
  const Entry* newest = find(highest_arrived_);
  bool all_resolved = true;
  for (std::int64_t sequence = oldest_open_; sequence < end; ++sequence) {
    Entry* entry = find(sequence);
    if (entry != nullptr && entry->fate == Fate::in_flight) {
      if (entry->reported_missing) {
        resolve(*entry, Fate::lost);
        ++lost_;
        results.push_back({sequence, entry->packet.size, entry->packet.sent, false, std::nullopt, std::nullopt});
      } else if (highest_arrived_ - sequence > unreported_patience ||
                 (newest != nullptr && newest->packet.sent - entry->packet.sent > unreported_time)) {
        resolve(*entry, Fate::arrived);  // both reports that named it were lost: nobody knows, and it is not in flight
      } else {
        all_resolved = false;
      }
    }
    if (all_resolved) oldest_open_ = sequence + 1;
  }
}

void SendHistory::forget_in_flight() {
  for (std::int64_t sequence = oldest_open_; sequence < next_; ++sequence) {
    Entry* entry = find(sequence);
    if (entry != nullptr && entry->fate == Fate::in_flight) resolve(*entry, Fate::none);
  }
  oldest_open_ = next_;
}

void SendHistory::resolve(Entry& entry, Fate fate) {
  entry.fate = fate;
  in_flight_ -= entry.packet.size;
}

}  // namespace evenkeel
