#include "core/control/rivals/scream/ack_tracker.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration least_patience = 500ms;
constexpr double largest_window = 1e9;  // bytes

}  // namespace

void ScreamAckTracker::start(LocalTime now) {
  in_flight_.start(now);
  queue_delay_.reset();
  timeout_ = FeedbackTimeout();
  round_trip_time_.reset();
  started_ = now;
  losses_.reset();
}

Duration ScreamAckTracker::patience() const {
  return std::max<Duration>(2 * round_trip_time_.value_or(Duration::zero()), least_patience);
}

void ScreamAckTracker::on_sent(const SentPacket& packet) {
  in_flight_.on_sent(packet);
  timeout_.on_sent(packet.sent, patience());
}

ScreamAck ScreamAckTracker::on_feedback(const PathReport& report) {
  if (report.smoothed_round_trip_time > Duration::zero()) {
    round_trip_time_ = std::min<Duration>(report.smoothed_round_trip_time, 1h);
  }
  queue_delay_.on_feedback(report);
  ScreamAck ack;
  ack.now = report.now;
  ack.acknowledged = in_flight_.on_feedback(report);
  ack.in_flight = in_flight_.size();
  ack.queue_delay = queue_delay_.latest();
  ack.round_trip_time = round_trip_time_.value_or(scream_first_round_trip_time);
  ack.lost = std::any_of(report.packets.begin(), report.packets.end(),
                         [&](const PacketResult& p) { return !p.received && p.sent >= started_; });
  ack.taken_back = losses_.on_report(report.packets, ack.round_trip_time, started_, report.now).taken_back;
  // Reports that acknowledge nothing come also where nothing of ours gets through. What stays in flight is waited for
  // from now on, even if nothing can follow it because the window is full.
  if (ack.acknowledged > DataSize()) timeout_.on_feedback(report.now, report.min_round_trip_time);
  if (ack.in_flight > DataSize()) timeout_.on_sent(report.now, patience());
  return ack;
}

bool ScreamAckTracker::silent(LocalTime now) {
  if (!timeout_.expired(now, patience())) return false;
  if (in_flight_.size() == DataSize()) {  // nothing was sent since: nothing to wait for
    timeout_ = FeedbackTimeout();
    return false;
  }
  in_flight_.write_off();
  return true;
}

DataSize ScreamAckTracker::window_of_sender(double window) const {
  return bytes(static_cast<std::int64_t>(std::min(window, largest_window))) + in_flight_.surplus();
}

}  // namespace evenkeel
