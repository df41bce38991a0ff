#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "core/path/path_monitor.h"
#include "core/rtp/ccfb_format.h"
#include "core/rtp/ntp.h"
#include "tests/unit/path/feedback_text.h"

namespace evenkeel::test {

struct PathConfig {
  Duration forward = 25ms;
  Duration backward = 25ms;
  double skew = 0;         ///< the peer's seconds per ours, less one
  Duration peer_offset{};  ///< of the peer's clock at the start
  LocalTime start{1000s};
  Duration packet_interval = 10ms;
  Duration feedback_interval = 50ms;
  DelayKind kind = DelayKind::estimated;
};

/// A path whose queue is a function of time; packets in order, none lost. What the monitor says is set against the
/// truth. Everything goes over the wire's resolution: 1/1024 s for arrivals, 1/65536 s for reports.
class PathInVirtualTime {
 public:
  using Queue = std::function<Duration(Duration since_start)>;

  PathInVirtualTime(const PathConfig& config, Queue queue)
      : monitor(config.kind), config_(config), queue_(std::move(queue)) {}

  struct Point {
    Duration at;     ///< when the packet was sent
    Duration truth;  ///< its one-way delay
    Duration told;
  };

  void run(Duration length) {
    for (const Duration end = now_ + length; now_ < end; now_ += config_.packet_interval) {
      const LocalTime sent = config_.start + now_;
      const Duration delay = config_.forward + std::max(queue_(now_), Duration::zero());
      arrival_ = std::max(arrival_, sent + delay);
      monitor.on_sent(1, sequence_, packet(bytes(1000), sent));
      waiting_.push_back({sequence_++, sent, arrival_});
      while (next_report_ <= sent) report(next_report_), next_report_ += config_.feedback_interval;
    }
  }

  void send_each(Duration interval) { config_.packet_interval = interval; }

  /// The largest error of the points from then on.
  Duration largest_error(Duration from) const {
    Duration largest{};
    for (const Point& p : points) {
      if (p.at >= from) largest = std::max(largest, p.told > p.truth ? p.told - p.truth : p.truth - p.told);
    }
    return largest;
  }
  Duration mean_error(Duration from) const {
    Duration sum{};
    std::int64_t count = 0;
    for (const Point& p : points) {
      if (p.at >= from) sum += p.told - p.truth, ++count;
    }
    return sum / std::max<std::int64_t>(count, 1);
  }

  PathMonitor monitor;
  std::vector<Point> points;

 private:
  struct Waiting {
    std::uint16_t sequence;
    LocalTime sent;
    LocalTime arrival;
  };

  LocalTime peer_clock(LocalTime t) const {
    return t + config_.peer_offset + from_seconds(config_.skew * to_seconds(t - config_.start));
  }

  /// The report that is made at `now`; it comes in after the way back.
  void report(LocalTime now) {
    CongestionFeedback message;
    StreamFeedback stream;
    stream.ssrc = 1;
    stream.begin_sequence = waiting_.empty() ? sequence_ : waiting_.front().sequence;
    const auto end = std::find_if(waiting_.begin(), waiting_.end(), [&](auto& w) { return w.arrival > now; });
    for (auto w = waiting_.begin(); w != end; ++w) {
      const auto offset = encode_arrival_offset(peer_clock(now) - peer_clock(w->arrival));
      stream.metrics.push_back({true, 0, decode_arrival_offset(offset)});
    }
    const std::vector<Waiting> told(waiting_.begin(), end);
    waiting_.erase(waiting_.begin(), end);
    message.streams.push_back(stream);
    message.report_timestamp = to_ntp_middle(peer_clock(now));
    const auto report = monitor.on_feedback(message, now + config_.backward);
    if (!report) return;
    for (std::size_t i = 0; i < report->packets.size() && i < told.size(); ++i) {
      const PacketResult& r = report->packets[i];
      if (r.one_way_delay) points.push_back({r.sent - config_.start, told[i].arrival - told[i].sent, *r.one_way_delay});
    }
  }

  PathConfig config_;
  Queue queue_;
  Duration now_{};
  LocalTime arrival_{};
  LocalTime next_report_ = config_.start;
  std::uint16_t sequence_ = 65000;
  std::vector<Waiting> waiting_;
};

/// A queue that is empty now and then: exponential with this mean, drawn anew for each packet.
inline PathInVirtualTime::Queue random_queue(Duration mean, unsigned seed) {
  return [random = std::mt19937(seed), d = std::exponential_distribution<double>(1 / to_seconds(mean))](
             Duration) mutable { return from_seconds(d(random)); };
}

}  // namespace evenkeel::test
