#include "core/path/send_history.h"

#include <algorithm>
#include <utility>

namespace evenkeel {
namespace {

constexpr std::int64_t reordering_tolerance = 3;  // RFC 5348, section 5.1
// Packets further behind the newest arrival than this, and in no report so far, will not be in any: a report reaches
// back two feedback intervals, and between two of them lie 10 packets as a rule.
constexpr std::int64_t unreported_patience = 256;
constexpr Duration unreported_time = 1s;  // the same for slow flows: sent so long before the newest arrival

}  // namespace

SendHistory::SendHistory(std::size_t size) : entries_(size) {}

SendHistory::Stream* SendHistory::find_stream(std::uint32_t ssrc) {
  const auto found = std::ranges::find(streams_, ssrc, &Stream::ssrc);
  return found == streams_.end() ? nullptr : &*found;
}

SendHistory::Stream& SendHistory::stream_of(std::uint32_t ssrc) {
  if (Stream* stream = find_stream(ssrc)) return *stream;
  return streams_.emplace_back(Stream{ssrc, Numbered(entries_.size()), 0});
}

std::int64_t SendHistory::Numbered::add(std::uint16_t number, std::int64_t sequence) {
  const std::int64_t unwrapped = unwrapper.unwrap(number);
  sent[static_cast<std::size_t>(unwrapped) % sent.size()] = sequence;
  return unwrapped;
}

SendHistory::Entry* SendHistory::find(std::int64_t sequence) {
  if (sequence < 0) return nullptr;
  Entry& entry = at(sequence);
  return entry.packet.sequence == sequence && entry.fate != Fate::none ? &entry : nullptr;
}

SendHistory::Entry* SendHistory::find(const Stream& stream, std::int64_t rtp_sequence) {
  Entry* const entry = find(stream.numbered.at(rtp_sequence));
  return entry != nullptr && entry->ssrc == stream.ssrc && entry->rtp_sequence == rtp_sequence ? entry : nullptr;
}

SendHistory::Entry* SendHistory::find_wide(std::int64_t number) {
  Entry* const entry = find(wide_->at(number));
  return entry != nullptr && entry->wide_number == number ? entry : nullptr;
}

const SentPacket& SendHistory::on_sent(std::uint32_t ssrc, std::uint16_t sequence_number, SentPacket packet) {
  Stream& stream = stream_of(ssrc);
  packet.sequence = next_++;
  const std::int64_t rtp_sequence = stream.numbered.add(sequence_number, packet.sequence);
  std::int64_t wide_number = -1;
  if (packet.wide_number) {
    if (!wide_) wide_.emplace(entries_.size());
    wide_number = wide_->add(*packet.wide_number, packet.sequence);
  }
  Entry& entry = at(packet.sequence);
  if (entry.fate == Fate::in_flight) in_flight_ -= entry.packet.size;  // never reported: forgotten
  entry = {packet, ssrc, rtp_sequence, wide_number, Fate::in_flight, false};
  in_flight_ += packet.size;
  oldest_open_ = std::max(oldest_open_, next_ - static_cast<std::int64_t>(entries_.size()));
  return entry.packet;
}

bool SendHistory::on_feedback(std::span<const StreamFeedback> streams, RemoteTime report_time,
                              std::vector<PacketResult>& results) {
  const std::size_t first_result = results.size();
  bool ours = false;
  for (const StreamFeedback& feedback : streams) {
    Stream* const stream = find_stream(feedback.ssrc);
    if (stream == nullptr) continue;
    ours = true;
    on_stream(*stream, feedback, report_time, results);
  }
  // After all streams: what has overtaken a packet of one of them may be of another that stands before it.
  if (ours) conclude(first_result, results);
  return ours;
}

void SendHistory::on_stream(Stream& stream, const StreamFeedback& feedback, RemoteTime report_time,
                            std::vector<PacketResult>& results) {
  std::int64_t rtp_sequence = stream.numbered.unwrapper.peek(feedback.begin_sequence);
  for (const ArrivalMetric& metric : feedback.metrics) {
    Fact fact{metric.received, std::nullopt, metric.ecn};
    if (metric.arrival_before_report) fact.arrival = report_time - *metric.arrival_before_report;
    if (Entry* entry = find(stream, rtp_sequence++)) on_fact(*entry, fact, results);
  }
}

bool SendHistory::on_feedback(const TransportWideFeedback& feedback, RemoteTime reference,
                              std::vector<PacketResult>& results) {
  if (!wide_) return false;
  const std::size_t first_result = results.size();
  std::int64_t number = wide_->unwrapper.peek(feedback.begin_number);
  for (const auto& since : feedback.arrivals) {
    const Fact fact{since.has_value(), since ? std::optional(reference + *since) : std::nullopt, 0};
    if (Entry* entry = find_wide(number++)) on_fact(*entry, fact, results);
  }
  conclude(first_result, results);
  return true;
}

void SendHistory::conclude(std::size_t first_result, std::vector<PacketResult>& results) {
  learn_order(std::span(results).subspan(first_result));
  declare_losses(results);
  std::sort(results.begin() + static_cast<std::ptrdiff_t>(first_result), results.end(),
            [](const PacketResult& a, const PacketResult& b) { return a.sequence < b.sequence; });
}

PacketResult SendHistory::result_of(const Entry& entry, bool received) {
  PacketResult result;
  result.sequence = entry.packet.sequence;
  result.size = entry.packet.size;
  result.sent = entry.packet.sent;
  result.received = received;
  result.ssrc = entry.ssrc;
  result.rtp_sequence = entry.rtp_sequence;
  result.sound = entry.packet.sound;
  result.size_probe = entry.packet.size_probe;
  return result;
}

void SendHistory::on_fact(Entry& entry, const Fact& fact, std::vector<PacketResult>& results) {
  if (!fact.received) {
    entry.reported_missing = true;
    return;
  }
  if (entry.packet.sequence > highest_arrived_) {
    highest_arrived_ = entry.packet.sequence;
    highest_sent_ = entry.packet.sent;
  }
  const bool late = entry.fate == Fate::lost;
  if (!late && entry.fate != Fate::in_flight) return;
  if (late && entry.packet.sequence < path_begins_) return;
  if (late) {
    entry.fate = Fate::arrived;
    count_lost(entry, -1);
    ++late_;
  } else {
    resolve(entry, Fate::arrived);
  }
  PacketResult result = result_of(entry, true);
  result.late = late;
  result.ecn = fact.ecn;
  result.arrival = fact.arrival;
  results.push_back(result);
}

// By the times of arrival, not by the reports: these may overtake one another as well. A packet that came before the
// newest was only told late.
void SendHistory::learn_order(std::span<const PacketResult> results) {
  by_arrival_.clear();
  for (const PacketResult& r : results) {
    if (r.arrival) by_arrival_.push_back(r);
  }
  std::ranges::sort(by_arrival_, {}, [](const PacketResult& r) { return std::pair(*r.arrival, r.sequence); });
  for (const PacketResult& r : by_arrival_) {
    if (!newest_arrival_ || r.sequence > newest_arrival_->sequence) {
      newest_arrival_ = Newest{r.sequence, r.sent, *r.arrival};
    } else if (*r.arrival > newest_arrival_->arrival) {
      window_.on_reordered(newest_arrival_->sent - r.sent, newest_arrival_->sent);
    }
  }
}

void SendHistory::declare_losses(std::vector<PacketResult>& results) {
  const std::int64_t end = highest_arrived_ - reordering_tolerance + 1;
  const Duration window = reordering_window();
  bool all_resolved = true;
  for (std::int64_t sequence = oldest_open_; sequence < end; ++sequence) {
    Entry& entry = at(sequence);
    if (entry.packet.sequence == sequence && entry.fate == Fate::in_flight) {
      if (highest_sent_ - entry.packet.sent < window) break;  // nor do those behind it
      if (entry.reported_missing) {
        resolve(entry, Fate::lost);
        count_lost(entry, 1);
        results.push_back(result_of(entry, false));
      } else if (gives_up(entry)) {
        resolve(entry, Fate::unknown);
      } else {
        all_resolved = false;
      }
    }
    if (all_resolved) oldest_open_ = sequence + 1;
  }
}

// All reports that named it were lost: nobody knows, and it is not in flight.
bool SendHistory::gives_up(const Entry& entry) const {
  if (highest_arrived_ - entry.packet.sequence > unreported_patience) return true;
  return highest_sent_ - entry.packet.sent > unreported_time;
}

void SendHistory::forget_in_flight() {
  for (std::int64_t sequence = oldest_open_; sequence < next_; ++sequence) {
    Entry& entry = at(sequence);
    if (entry.packet.sequence == sequence && entry.fate == Fate::in_flight) resolve(entry, Fate::none);
  }
  oldest_open_ = next_;
}

void SendHistory::forget_path() {
  path_begins_ = next_;
  window_.reset();
  newest_arrival_.reset();
}

void SendHistory::count_lost(const Entry& entry, int change) {
  if (entry.packet.size_probe) return;
  lost_ += change;
  if (!entry.packet.padding) stream_of(entry.ssrc).lost += change;
}

std::int64_t SendHistory::packets_lost(std::uint32_t ssrc) const {
  const auto found = std::ranges::find(streams_, ssrc, &Stream::ssrc);
  return found == streams_.end() ? 0 : found->lost;
}

void SendHistory::resolve(Entry& entry, Fate fate) {
  entry.fate = fate;
  in_flight_ -= entry.packet.size;
}

}  // namespace evenkeel
