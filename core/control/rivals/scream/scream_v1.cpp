#include "core/control/rivals/scream/scream_v1.h"

#include <algorithm>
#include <utility>

// Where this departs from RFC 8298, and what the RFC leaves open:
// * The call begins at RateLimits.start instead of TARGET_BITRATE_MIN, and the window is what makes that rate: for a
//   round trip of 100 ms until one is measured, then for that one; never below MIN_CWND.
// * Sizes are of whole IP packets, and so is target_bitrate.
// * There is no timer in the RFC. Here after max(2 s_rtt, 0.5 s) without an acknowledgement what is in flight counts as
//   gone, the window is MIN_CWND, the media rate the minimum, and fast increase begins anew; the RFC's inflection point
//   slows the way back. What is then still sent is the minimum rate that the RFC's section 8 relies on.
// * Losses are declared by the path monitor: three packets sent later arrived (RFC 5348), instead of a reordering time.
// * The five seconds until fast increase resumes count from its end at the earliest, or a loss would never end it.
// * After one loss event, losses are ignored for one s_rtt by the clock, as the text says, also where they are of
//   packets sent before it.
// * The adaptation of qdelay_target to competing flows (4.1.2.3) is off by default, as the RFC allows. On, a flow that
//   fills its window takes its own queue for a competitor's: alone on 2.5 Mbit/s with a buffer of 300 ms its queue goes
//   from 101 to 225 ms (a greedy source), from 90 to 134 ms (video). Off, it yields to flows that fill buffers, and a
//   latecomer whose base delay has the queue of the first in it takes most of the link.
// * qdelay is sampled every 50 ms also for the adaptation of its target, which the text does per acknowledgement.
// * Pacing stays within the limits of the rate.
// * Not there: ECN (the path's reports tell of no marks; the law is ready for them), stream priorities.

namespace evenkeel {

RateUpdate ScreamV1::start(const RateLimits& limits, std::uint64_t, LocalTime now) {
  limits_ = limits;
  acks_.start(now);
  media_.start(limits.clamp(limits.start));
  cwnd_.start(parameters_, scream_window_of(media_.target(), scream_first_round_trip_time), now);
  trend_.reset();
  competing_flows_.start(parameters_.qdelay_target_lo);
  loss_events_.reset();
  sampler_.reset();
  backlog_.reset();
  begun_ = silent_ = false;
  last_adjustment_ = now;
  next_adjustment_ = now + parameters_.rate_adjust_interval;
  sent_ = acknowledged_ = last_acknowledged_ = DataSize();
  return current();
}

void ScreamV1::on_sent(const SentPacket& packet) {
  acks_.on_sent(packet);
  cwnd_.on_sent(packet.sent, acks_.in_flight());
  sent_ += packet.size;
}

std::optional<RateUpdate> ScreamV1::on_report(const PathReport& report) {
  const ScreamAck ack = acks_.on_feedback(report);
  if (!report.packets.empty()) {
    if (!begun_ && acks_.round_trip_time()) begin(*acks_.round_trip_time());
    if (ack.acknowledged > DataSize()) silent_ = false;
    acknowledged_ += ack.acknowledged;
    last_acknowledged_ = ack.acknowledged;
    loss_events_.on_report(ack.now, ack.round_trip_time, ack.lost);
    sample_delay(ack);
    move_window(ack);
  }
  return current();
}

void ScreamV1::begin(Duration round_trip_time) {
  begun_ = true;
  cwnd_.set(parameters_, scream_window_of(media_.target(), round_trip_time));
}

void ScreamV1::sample_delay(const ScreamAck& ack) {
  const ScreamTargetRange range = parameters_.target_range();
  for (int samples = sampler_.due(ack.now); samples > 0; --samples) {
    const double fraction = to_seconds(ack.queue_delay) / to_seconds(competing_flows_.target());
    trend_.sample(fraction, parameters_.qdelay_weight);
    competing_flows_.sample(ack.queue_delay, loss_events_.rate(), range);
    if (parameters_.competing_flows == 0) competing_flows_.hold(range);
  }
}

void ScreamV1::move_window(const ScreamAck& ack) {
  if (ack.taken_back) media_.restore(limits_);
  const bool was_fast = cwnd_.in_fast_increase();
  const auto event = cwnd_.on_ack(parameters_, ack, trend_.trend(), competing_flows_.target());
  if (event == ScreamCwnd::Event::loss) media_.reduce(parameters_.beta_r, limits_);
  if (event == ScreamCwnd::Event::mark) media_.reduce(parameters_.beta_ecn, limits_);
  if (event == ScreamCwnd::Event::none && was_fast && !cwnd_.in_fast_increase()) media_.note_congestion();
}

bool ScreamV1::window_is_full() const {
  // A report makes room for what it acknowledges, and that is filled again over the time until the next.
  const DataSize slack = last_acknowledged_ + parameters_.mss;
  return static_cast<double>((acks_.in_flight() + slack).bytes()) >= cwnd_.bytes();
}

void ScreamV1::adjust_media(LocalTime now) {
  const Duration interval = now - last_adjustment_;
  last_adjustment_ = now;
  next_adjustment_ = now + parameters_.rate_adjust_interval;
  const DataSize sent = std::exchange(sent_, DataSize());
  const DataSize acknowledged = std::exchange(acknowledged_, DataSize());
  if (silent_ || interval <= Duration::zero()) return;
  ScreamMediaFacts facts;
  facts.transmitted = sent / interval;
  facts.acknowledged = acknowledged / interval;
  backlog_.on_interval(media_.target(), facts.transmitted, interval, window_is_full());
  facts.queued_bits = backlog_.bits();
  facts.trend = trend_.trend();
  facts.trend_memory = trend_.memory();
  facts.fast_increase = cwnd_.in_fast_increase();
  media_.adjust(parameters_, facts, limits_);
}

std::optional<RateUpdate> ScreamV1::on_tick(LocalTime now) {
  bool changed = false;
  if (acks_.silent(now)) {
    cwnd_.collapse(parameters_, now);
    media_.to_minimum(limits_);
    silent_ = true;
    changed = true;
  }
  if (now >= next_adjustment_) {
    adjust_media(now);
    changed = true;
  }
  return changed ? std::optional(current()) : std::nullopt;
}

std::optional<LocalTime> ScreamV1::next_tick() const {
  return acks_.deadline() ? std::min(*acks_.deadline(), next_adjustment_) : next_adjustment_;
}

double ScreamV1::send_window() const {  // section 4.1.2.5, without what is in flight, which the Sender subtracts
  const bool calm = acks_.queue_delay() <= competing_flows_.target();
  return cwnd_.bytes() + (calm ? static_cast<double>(parameters_.mss.bytes()) : 0);
}

DataRate ScreamV1::pacing() const {  // section 4.1.2.6
  if (!acks_.round_trip_time()) return media_.target();
  const DataRate rate = bits_per_second(8 * cwnd_.bytes() / to_seconds(*acks_.round_trip_time()));
  return limits_.clamp(std::max(parameters_.rate_pace_min, rate));
}

RateUpdate ScreamV1::current() {
  terms_[0].value = to_milliseconds(acks_.queue_delay());
  terms_[1].value = cwnd_.bytes();
  terms_[2].value = trend_.trend();
  RateUpdate update{media_.target(), pacing(), acks_.window_of_sender(send_window())};
  update.ecn = 2;
  return update;
}

}  // namespace evenkeel
