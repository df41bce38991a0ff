#include "core/path/path_monitor.h"

#include <algorithm>
#include <iterator>

namespace evenkeel {
namespace {

// A late packet was overtaken: of the path's delay it says nothing.
bool tells_delay(const PacketResult& result) { return result.arrival && !result.late; }

}  // namespace

std::optional<PathReport> PathMonitor::on_feedback(const CongestionFeedback& feedback, LocalTime arrival,
                                                   LocalTime now) {
  const RemoteTime report_time = report_clock_.read(feedback.report_timestamp, now);
  begin_report();
  if (!history_.on_feedback(feedback.streams, report_time, results_)) return std::nullopt;
  set_probes_aside();
  report_clock_.start(feedback.report_timestamp, now);
  sample_round_trip_time(report_time, arrival, now);
  estimate_delays(round_trip_time_);
  return conclude(now);
}

std::optional<PathReport> PathMonitor::on_feedback(const TransportWideFeedback& feedback, LocalTime now) {
  begin_report();
  const RemoteTime reference = transport_wide_clock_.read(feedback.reference_time, now);
  if (!history_.on_feedback(feedback, reference, results_)) return std::nullopt;
  set_probes_aside();
  estimate_delays(rare_round_trip_.answers());
  follow_queue(now);
  return conclude(now);
}

void PathMonitor::begin_report() {
  results_.clear();
  size_probes_.clear();
  history_.set_round_trip_time(round_trip_time_.minimum().value_or(Duration::zero()),
                               round_trip_time_.smoothed().value_or(Duration::zero()));
}

void PathMonitor::set_probes_aside() {
  const auto is_probe = [](const PacketResult& r) { return r.size_probe; };
  std::ranges::copy_if(results_, std::back_inserter(size_probes_), is_probe);
  std::erase_if(results_, is_probe);
}

PathReport PathMonitor::conclude(LocalTime now) {
  learn_backward_delay();
  PathReport report;
  report.now = now;
  report.packets = results_;
  if (std::ranges::any_of(results_, tells_delay)) report.round_trip_time = round_trip_time_.latest();
  report.smoothed_round_trip_time = round_trip_time_.smoothed().value_or(Duration::zero());
  report.min_round_trip_time = round_trip_time_.minimum().value_or(Duration::zero());
  report.in_flight = history_.in_flight();
  report.reordering = history_.reordering_window();
  report.false_queue = correct_base();
  report.loss_event = begins_loss_event();
  return report;
}

// The time that the report waited in this machine before it was read is no part of the round trip.
void PathMonitor::sample_round_trip_time(RemoteTime report_time, LocalTime arrival, LocalTime now) {
  for (auto r = results_.rbegin(); r != results_.rend(); ++r) {
    if (!tells_delay(*r)) continue;
    const Duration hold = report_time - *r->arrival;
    round_trip_time_.add(now, arrival - r->sent - hold);
    return;
  }
}

void PathMonitor::follow_queue(LocalTime now) {
  if (!queueing_delay_ || std::ranges::none_of(results_, tells_delay)) return;
  if (const auto sample = rare_round_trip_.with(*queueing_delay_)) round_trip_time_.add(now, *sample);
}

void PathMonitor::estimate_delays(const RoundTripTime& round_trip_time) {
  for (PacketResult& r : results_) {
    if (!r.arrival) {
      if (!r.received) look_for_yield(r);
      continue;
    }
    r.one_way_delay = one_way_delay_.add(r.sent, *r.arrival, round_trip_time);
    r.assumed_propagation = one_way_delay_.assumed_propagation();
    if (r.late) continue;
    queueing_delay_ = one_way_delay_.queueing_delay();
    if (queueing_delay_) rare_round_trip_.on_queue(r.sent, *queueing_delay_);
    if (r.one_way_delay) latest_delay_ = r.one_way_delay;
    look_for_yield(r);
    if (const auto delay = r.relative_delay(); delay && !r.sound) delay_differences_.on_delay(*delay);
  }
}

// Small packets of sound would pretend a shorter queue on slow links.
void PathMonitor::look_for_yield(const PacketResult& result) {
  if (result.sound) return;
  if (result.received && !queueing_delay_) return;
  vain_yield_.on_packet(result.sent, result.size, result.received ? queueing_delay_ : std::nullopt);
}

Duration PathMonitor::correct_base() {
  const auto found = vain_yield_.false_queue();
  if (!found) return Duration::zero();
  one_way_delay_.forget_base();
  round_trip_time_.forget_minimum();
  return *found;
}

void PathMonitor::learn_backward_delay() {
  const auto arrived = std::find_if(results_.rbegin(), results_.rend(), tells_delay);
  if (arrived == results_.rend() || !arrived->one_way_delay || !round_trip_time_.latest()) return;
  const Duration sample = std::max(*round_trip_time_.latest() - *arrived->one_way_delay, Duration::zero());
  backward_delay_ = backward_delay_ ? (*backward_delay_ * 7 + sample) / 8 : sample;
}

// RFC 5348, section 5.2, by the times of sending. An event all of whose packets came late was none.
bool PathMonitor::begins_loss_event() {
  const Duration rtt = round_trip_time_.smoothed().value_or(Duration::zero());
  bool begins = false;
  for (const PacketResult& r : results_) {
    if (r.late) take_back_loss(r.sent);
    if (r.received) continue;
    if (!events_.empty() && r.sent <= events_.back().start + rtt) {
      events_.back().earliest = std::min(events_.back().earliest, r.sent);
      ++events_.back().losses;
      continue;
    }
    if (events_.size() == remembered_events) events_.erase(events_.begin());
    events_.push_back({r.sent, r.sent, 1});
    ++loss_events_;
    begins = true;
  }
  return begins;
}

void PathMonitor::take_back_loss(LocalTime sent) {
  const auto event = std::find_if(events_.rbegin(), events_.rend(), [&](const auto& e) { return e.earliest <= sent; });
  if (event == events_.rend() || --event->losses > 0) return;
  events_.erase(std::next(event).base());
  --loss_events_;
}

void PathMonitor::restart(DelayKind kind) {
  history_.forget_in_flight();
  history_.forget_path();
  one_way_delay_ = OneWayDelay(kind);
  round_trip_time_ = RoundTripTime();
  report_clock_.reset();
  transport_wide_clock_.reset();
  rare_round_trip_ = RareRoundTrip();
  latest_delay_.reset();
  queueing_delay_.reset();
  delay_differences_.reset();
  vain_yield_.reset();
  backward_delay_.reset();
}

void PathMonitor::set_delay_kind(DelayKind kind) {
  if (kind == delay_kind()) return;
  one_way_delay_ = OneWayDelay(kind);
  report_clock_.reset();
  latest_delay_.reset();
  queueing_delay_.reset();
  delay_differences_.reset();
  vain_yield_.reset();
  backward_delay_.reset();
}

}  // namespace evenkeel
