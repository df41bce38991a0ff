#include "core/control/rivals/scream/scream.h"

#include <algorithm>

#include "core/control/rivals/scream/marking.h"

// What the text at hand leaves open, and what was chosen:
// * QDELAY_AVG_G is applied once per report, and so is growth; the newest packet of a report tells its queue delay.
// * Reductions by marks, virtual ones too: at most one per min(VIRTUAL_RTT, s_rtt). By losses: one per s_rtt.
// * Growth per round trip is (MSS + MUL_INCREASE_FACTOR ref_wnd c) max(0.25, scl), c rising from 0 to 1 over
//   POST_CONGESTION_DELAY round trips after the last reduction. Marked bytes, virtual ones too, do not count for it,
//   and a report with losses does not grow the window. It stays within MSS + 1.5 max_bytes_in_flight, as in v1 also
//   where it is above that already.
// * ref_wnd_i is the window before the first reduction after at least one s_rtt without any.
// * ref_wnd's overhead is between 1.5 and 3, from a mean deviation of the queue delay of half its target and above down
//   to none: a queue that moves leaves no room for bursts.
// * adj and dev of the target rate belong to the sizes of the encoder's frames, which the controller does not see: they
//   are 0. "Up to 20 % less" is 1 - clamp(MSS/ref_wnd - 0.1, 0, 0.2): from 10 MSS down, all of it at 3.3 MSS.
// * MSS/(MSS+20) is kept though sizes here are of whole IP packets and the Sender takes the headers off by itself.
// * The adaptation of the queue delay's target to competing flows is that of RFC 8298 with v2's lower end, and off by
//   default. On, the losses of a drop of the capacity count as a competitor's: from 2.5 to 1 Mbit/s, 5 to 40 s after
//   it, the mean queue is 125 instead of 28 ms (a greedy source), 65 instead of 29 ms (video).
// * The call begins at RateLimits.start, with the window that gives this rate: for a round trip of 100 ms until one is
//   measured, then for that one. Until then pacing is at that rate too.
// * Pacing stays within the limits of the rate; the relaxation to 4 times above 80 % of the maximum is therefore void.
// * After max(2 s_rtt, 0.5 s) without an acknowledgement what is in flight counts as gone, ref_wnd and the target rate
//   are at their minimum, and they come back with the next acknowledgement.
// * ECN: the path's reports tell of no marks; the law is ready for them.

namespace evenkeel {

RateUpdate Scream::start(const RateLimits& limits, std::uint64_t, LocalTime now) {
  limits_ = limits;
  acks_.start(now);
  window_.start(parameters_, window_of_start(scream_first_round_trip_time));
  delay_.reset();
  competing_flows_.start(parameters_.qdelay_target_lo);
  loss_events_.reset();
  l4s_alpha_.reset();
  sampler_.reset();
  begun_ = silent_ = false;
  terms_[2].value = 0;
  return current();
}

void Scream::on_sent(const SentPacket& packet) {
  acks_.on_sent(packet);
  window_.on_sent(packet.sent, acks_.in_flight());
}

std::optional<RateUpdate> Scream::on_report(const PathReport& report) {
  const ScreamAck ack = acks_.on_feedback(report);
  if (!report.packets.empty()) {
    if (!begun_ && acks_.round_trip_time()) {
      begun_ = true;
      window_.set(parameters_, window_of_start(ack.round_trip_time));
    }
    if (ack.acknowledged > DataSize()) silent_ = false;
    loss_events_.on_report(ack.now, ack.round_trip_time, ack.lost);
    sample_delay(ack);
    move_window(ack);
  }
  return current();
}

void Scream::sample_delay(const ScreamAck& ack) {
  delay_.add(ack.queue_delay, parameters_.qdelay_avg_g);
  const ScreamTargetRange range = parameters_.target_range();
  for (int samples = sampler_.due(ack.now); samples > 0; --samples) {
    competing_flows_.sample(ack.queue_delay, loss_events_.rate(), range);
    if (parameters_.competing_flows == 0) competing_flows_.hold(range);
  }
}

void Scream::move_window(const ScreamAck& ack) {
  l4s_alpha_.on_ack(ack, parameters_.l4s_avg_g_up, parameters_.l4s_avg_g_down);
  ScreamMarks marks;
  marks.l4s = l4s_alpha_.alpha();
  marks.virtual_share = scream_virtual_alpha(delay_.average(), competing_flows_.target());
  window_.on_ack(parameters_, ack, marks);
  terms_[2].value = std::max(marks.l4s, marks.virtual_share);
}

std::optional<RateUpdate> Scream::on_tick(LocalTime now) {
  if (!acks_.silent(now)) return std::nullopt;
  window_.collapse(parameters_, now);
  silent_ = true;
  return current();
}

// The share of the window's rate that the target rate takes.
double Scream::rate_share(double window) const {
  const auto mss = static_cast<double>(parameters_.mss.bytes());
  const double payload = mss / (mss + static_cast<double>(parameters_.packet_overhead.bytes()));
  const double few_packets = 1 - std::clamp(mss / window - 0.1, 0.0, 0.2);
  return payload * few_packets / parameters_.rate_margin;
}

double Scream::window_of_start(Duration round_trip_time) const {
  const DataRate rate = limits_.clamp(limits_.start);
  const double carried = std::max(1.0, scream_window_of(rate, round_trip_time));
  double window = carried;  // a fixed point: each step is less than half as wide as the one before
  for (int i = 0; i < 20; ++i) window = carried / rate_share(window);
  return window;
}

double Scream::overhead() const {
  const double half_target = to_seconds(competing_flows_.target()) / 2;
  const double steadiness = std::clamp(1 - to_seconds(delay_.deviation()) / half_target, 0.0, 1.0);
  return parameters_.overhead_min + (parameters_.overhead_max - parameters_.overhead_min) * steadiness;
}

DataRate Scream::target() const {
  if (silent_) return limits_.minimum;
  if (!begun_) return limits_.clamp(limits_.start);
  const double window = window_.bytes();
  return limits_.clamp(bits_per_second(8 * window / to_seconds(*acks_.round_trip_time()) * rate_share(window)));
}

RateUpdate Scream::current() {
  terms_[0].value = to_milliseconds(acks_.queue_delay());
  terms_[1].value = window_.bytes();
  const DataRate rate = target();
  const DataRate pacing = begun_ ? limits_.clamp(rate * parameters_.pacing_headroom) : rate;
  RateUpdate update{rate, pacing, acks_.window_of_sender(window_.bytes() * overhead())};
  update.ecn = 1;  // it answers each mark a little, as those of a queue for ECT(1) are meant (RFC 9331)
  return update;
}

}  // namespace evenkeel
