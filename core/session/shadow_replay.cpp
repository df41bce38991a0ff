#include "core/session/shadow_replay.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "core/path/path_monitor.h"
#include "core/rtp/feedback_collector.h"
#include "core/rtp/ntp.h"

namespace evenkeel {
namespace {

constexpr LocalTime epoch{1000s};  // of the run
constexpr std::uint32_t ssrc = 1;
constexpr Duration row_interval = 100ms;
constexpr Duration report_interval = 50ms;
constexpr std::size_t report_packets = 10;
constexpr std::size_t most_metrics = 400;  // of one report: what fits into a datagram

/// A call of recorded packets: what left, what came, and the reports between them.
class Replay {
 public:
  Replay(std::span<const PacketRecord> packets, Duration backward_delay, ShadowControllers& shadows)
      : packets_(packets), backward_delay_(backward_delay), shadows_(shadows), path_(DelayKind::true_) {
    for (std::size_t i = 0; i < packets.size(); ++i) {
      if (packets[i].arrival_time) arrivals_.push_back(i);
    }
    std::stable_sort(arrivals_.begin(), arrivals_.end(),
                     [&](std::size_t a, std::size_t b) { return *packets[a].arrival_time < *packets[b].arrival_time; });
  }

  std::vector<ShadowRow> run(const RateLimits& limits, std::uint64_t seed) {
    const LocalTime begin = epoch + packets_.front().send_time;
    const LocalTime end = epoch + packets_.back().send_time;
    shadows_.start(limits, seed, begin);
    for (LocalTime row = begin; row <= end; row += row_interval) {
      while (next_event() <= row) step();
      add_row(row);
    }
    return std::move(rows_);
  }

 private:
  LocalTime next_sent() const { return sent_ < packets_.size() ? epoch + packets_[sent_].send_time : LocalTime::max(); }
  // A clock that is estimated may tell of arrivals before the sending.
  LocalTime next_arrival() const {
    if (arrived_ == arrivals_.size()) return LocalTime::max();
    const PacketRecord& packet = packets_[arrivals_[arrived_]];
    return epoch + std::max(*packet.arrival_time, packet.send_time);
  }
  LocalTime next_delivery() const { return on_the_way_.empty() ? LocalTime::max() : on_the_way_.front().at; }
  LocalTime next_event() const { return std::min({next_sent(), next_arrival(), report_due_, next_delivery()}); }

  void step() {
    const LocalTime now = next_event();
    if (now == next_sent()) return send(now);
    if (now == next_arrival()) return arrive(now);
    if (now == report_due_) return report(now);
    deliver(now);
  }

  void send(LocalTime now) {
    SentPacket packet;
    packet.size = packets_[sent_].size;
    packet.sent = now;
    shadows_.on_sent(path_.on_sent(ssrc, static_cast<std::uint16_t>(sent_), packet));
    ++sent_;
  }

  void arrive(LocalTime now) {
    TrackedSequence sequence;
    sequence.number = static_cast<std::int64_t>(arrivals_[arrived_]);
    sequence.begins = arrived_ == 0;
    sequence.skipped = std::max<std::int64_t>(sequence.number - highest_ - 1, 0);
    highest_ = sequence.highest = std::max(highest_, sequence.number);
    ++arrived_;
    collector_.on_packet(sequence, now);
    const Duration round_trip = path_.round_trip_time().smoothed().value_or(report_interval);
    const bool at_once = sequence.skipped > 0 || collector_.pending() >= report_packets;
    report_due_ = std::min(report_due_, at_once ? now : now + std::min(report_interval, round_trip));
  }

  void report(LocalTime now) {
    report_due_ = LocalTime::max();
    CongestionFeedback feedback;
    feedback.streams.emplace_back();
    if (!collector_.report(ssrc, now, most_metrics, feedback.streams.front())) return;
    feedback.report_timestamp = static_cast<std::uint32_t>(to_ntp_units(now.time_since_epoch()));
    on_the_way_.push_back({now + backward_delay_, std::move(feedback)});
    if (collector_.is_incomplete()) report_due_ = now;
  }

  void deliver(LocalTime now) {
    if (const auto told = path_.on_feedback(on_the_way_.front().feedback, now)) shadows_.on_report(*told);
    on_the_way_.pop_front();
  }

  void add_row(LocalTime now) {
    ShadowRow& row = rows_.emplace_back();
    row.time = now - epoch;
    std::ranges::copy(shadows_.targets(now), row.targets.begin());
  }

  struct OnTheWay {
    LocalTime at;
    CongestionFeedback feedback;
  };
  std::span<const PacketRecord> packets_;
  Duration backward_delay_;
  ShadowControllers& shadows_;
  PathMonitor path_;
  FeedbackCollector collector_;
  std::vector<std::size_t> arrivals_;  // packets, in the order in which they came
  std::size_t sent_ = 0;
  std::size_t arrived_ = 0;
  std::int64_t highest_ = -1;
  LocalTime report_due_ = LocalTime::max();
  std::deque<OnTheWay> on_the_way_;
  std::vector<ShadowRow> rows_;
};

}  // namespace

std::vector<ShadowRow> replay_shadows(std::span<const PacketRecord> packets, Duration backward_delay,
                                      const RateLimits& limits, std::uint64_t seed, ShadowControllers& shadows) {
  return packets.empty() ? std::vector<ShadowRow>() : Replay(packets, backward_delay, shadows).run(limits, seed);
}

}  // namespace evenkeel
