#include "core/control/darc/path_view.h"

#include <algorithm>

namespace evenkeel::darc {
namespace {

constexpr Duration report_time = 30ms;       // what reports add to the round trip in the mean
constexpr Duration overdue = 12ms;           // a packet that is later than this meets a queue
constexpr Duration longest_without = 200ms;  // a comparable packet: then any will do
constexpr Duration sound_alone = 2s;         // without anything else: as long as the largest packet is remembered
constexpr double comparable_size = 0.75;     // of the largest packet lately: what delays are taken of

}  // namespace

void PathView::on_report(const PathReport& report) {
  queue_before_ = queue_;
  seen_.clear();
  arrived_ = false;
  reordering_ = report.reordering;
  for (const PacketResult& packet : report.packets) on_result(packet, report.now);
  learn_round_trip(report);
}

void PathView::on_result(const PacketResult& packet, LocalTime now) {
  if (packet.late) {
    arrived_ = true;
    if (packet.arrival) delivery_.on_late(packet.sequence, *packet.arrival, packet.size);
    return;
  }
  pairs_.on_result(packet, now);
  const auto relative = packet.relative_delay();
  if (!packet.received || !packet.arrival || !relative) {
    if (!packet.received) delivery_.on_lost(packet.sequence, packet.size);
    return;
  }
  arrived_ = true;
  const Duration delay = *relative;
  assumed_propagation_ = packet.assumed_propagation;
  const bool comparable = is_comparable(packet, now);
  BaseDelay& base = packet.sound && comparable ? sound_base_ : base_;
  if (comparable || (!packet.sound && !base.known())) base.on_delay(delay, packet.sent);
  const Duration above = base.queue(delay);
  const Duration queue = comparable ? in_order(above, packet.sent) : above;
  delivery_.on_arrival(*packet.arrival, packet.size, comparable ? above : Duration::max());
  newest_sent_ = std::max(newest_sent_, packet.sent);
  if (packet.sent >= measured_ && (comparable || packet.sent > measured_ + longest_without)) {
    measured_ = packet.sent;
    queue_ = queue;
  }
  if (!comparable) return;
  jitter_.on_queue(queue, packet.sent);
  seen_.push_back({packet.sent, delay, queue < noise + jitter_.allowance()});
}

// A queue serves in order: where one packet overtakes another, what the other one took longer was no queue. Of those
// that left within the time by which packets overtake one another the quickest met what there was of it.
Duration PathView::in_order(Duration queue, LocalTime sent) {
  if (!met_.empty()) sent = std::max(sent, met_.back().sent);
  while (!met_.empty() && met_.front().sent + reordering_ <= sent) met_.pop_front();
  while (!met_.empty() && met_.back().queue >= queue) met_.pop_back();
  met_.push_back({sent, queue});
  return met_.front().queue;
}

// A small packet takes less time on the link, and would make a queue of what a large one takes.
bool PathView::is_comparable(const PacketResult& packet, LocalTime now) {
  largest_.add(now, packet.size);
  if (!packet.sound) other_than_sound_ = now;
  if (packet.sound && now < other_than_sound_ + sound_alone) return false;
  return static_cast<double>(packet.size.bytes()) >= comparable_size * static_cast<double>(largest_.value()->bytes());
}

void PathView::learn_round_trip(const PathReport& report) {
  if (report.min_round_trip_time > Duration::zero()) {
    if (report.min_round_trip_time != min_round_trip_) added_round_trip_ = Duration::zero();
    min_round_trip_ = report.min_round_trip_time;
  }
  if (!report.round_trip_time) return;
  backward_queue_ = std::max(*report.round_trip_time - round_trip() - queue_, Duration::zero());
}

Duration PathView::path_time() const { return round_trip() + report_time; }

// A packet that should have been reported and was not is late by at least as much: the queue has grown since.
Duration PathView::predicted_queue(DataRate capacity, LocalTime now) const {
  const Duration served = now - measured_;
  const Duration predicted = std::max(queue_ + sent_.sent_after(measured_) / capacity - served, Duration::zero());
  const LocalTime due = now - round_trip() - backward_queue_;
  if (due <= newest_sent_ + overdue || min_round_trip_ <= Duration::zero()) return predicted;
  const bool missing = sent_.sent_after(newest_sent_) > sent_.sent_after(due - overdue);
  return missing ? std::max(predicted, due - newest_sent_) : predicted;
}

void PathView::forget_base() {
  base_.refute();
  sound_base_.refute();
  queue_ = Duration::zero();
}

void PathView::on_route_change(LocalTime now) {
  thaw_base(now);
  base_.rise(queue_, now);
  sound_base_.rise(queue_, now);
  added_round_trip_ += queue_;
  queue_ = Duration::zero();
}

}  // namespace evenkeel::darc
