#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "core/control/rate_controller.h"

namespace evenkeel::test {

/// A path for laws that look at what is in flight: packets leave at an interval, and each is reported on a round trip
/// later, in one report with the others of that instant. Whatever is set may change from step to step. Packets leave
/// whatever the law says.
class ScreamFeed {
 public:
  explicit ScreamFeed(RateController& controller) : controller_(controller) {}

  DataSize size = bytes(1000);
  Duration interval = 10ms;
  Duration round_trip_time = 100ms;  ///< also s_rtt
  Duration queue_delay{};
  bool lossy = false;   ///< what is now reported on counts as lost
  bool silent = false;  ///< no reports; what is out is lost, and the Sender counts it as in flight for ever
  LocalTime now{1000s};
  std::optional<RateUpdate> update;

  /// Time goes on by one interval, and a packet leaves at its end.
  void step() {
    now += interval;
    const auto tick = controller_.next_tick();
    if (tick && *tick <= now) take(controller_.on_tick(now));
    report();
    controller_.on_sent({next_, size, now});
    out_.push_back({next_++, size, now});
  }

  void run(Duration time) {
    for (const LocalTime end = now + time; now < end;) step();
  }

  /// As the Sender counts.
  DataSize in_flight() const {
    DataSize sum = unreported_;
    for (const SentPacket& p : out_) sum += p.size;
    return sum;
  }

 private:
  void take(const std::optional<RateUpdate>& u) {
    if (u) update = u;
  }

  void report() {
    std::vector<PacketResult> results;
    while (!out_.empty() && out_.front().sent + round_trip_time <= now) {
      const SentPacket& p = out_.front();
      PacketResult r{p.sequence, p.size, p.sent, !lossy, std::nullopt, std::nullopt};
      if (!lossy) r.one_way_delay = 50ms + queue_delay;
      results.push_back(r);
      if (silent) unreported_ += p.size;
      out_.pop_front();
    }
    if (silent || results.empty()) return;
    PathReport message;
    message.now = now;
    message.packets = results;
    if (!lossy) message.round_trip_time = round_trip_time;
    message.smoothed_round_trip_time = message.min_round_trip_time = round_trip_time;
    message.in_flight = in_flight();
    take(controller_.on_report(message));
  }

  RateController& controller_;
  std::deque<SentPacket> out_;
  DataSize unreported_;
  std::int64_t next_ = 0;
};

}  // namespace evenkeel::test
