#include "core/control/rivals/scream/cwnd.h"

#include <algorithm>

namespace evenkeel {
namespace {

double count(DataSize size) { return static_cast<double>(size.bytes()); }

}  // namespace

void ScreamCwnd::start(const ScreamV1Parameters& p, double window, LocalTime now) {
  most_in_flight_.reset();
  last_event_.reset();
  before_loss_ = 0;
  set(p, window);
  fast_increase_ = true;
  calm_since_ = now;
}

void ScreamCwnd::set(const ScreamV1Parameters& p, double window) { cwnd_ = std::max(window, count(p.min_cwnd)); }

void ScreamCwnd::collapse(const ScreamV1Parameters& p, LocalTime now) {
  cwnd_ = count(p.min_cwnd);
  fast_increase_ = true;
  calm_since_ = now;
}

ScreamCwnd::Event ScreamCwnd::event_of(const ScreamAck& ack) {
  const Event event = ack.lost ? Event::loss : ack.marked > DataSize() ? Event::mark : Event::none;
  if (event == Event::none) return event;
  if (last_event_ && ack.now < *last_event_ + ack.round_trip_time) return Event::none;
  last_event_ = ack.now;
  return event;
}

ScreamCwnd::Event ScreamCwnd::on_ack(const ScreamV1Parameters& p, const ScreamAck& ack, double trend, Duration target) {
  if (ack.taken_back) undo();
  const Event event = event_of(ack);
  if (event == Event::loss) before_loss_ = cwnd_;
  if (event == Event::none) {
    grow(p, ack, trend, target);
    resume(p, trend, ack.now);
  } else {
    cut(p, event == Event::loss ? p.beta_loss : p.beta_ecn, ack.now);
  }
  return event;
}

// No draft has this: what counts as lost by mistake is cut for nothing.
void ScreamCwnd::undo() {
  cwnd_ = std::max(cwnd_, before_loss_);
  before_loss_ = 0;
  last_event_.reset();
}

void ScreamCwnd::leave_fast_increase(LocalTime now) {
  fast_increase_ = false;
  calm_since_ = now;
}

void ScreamCwnd::cut(const ScreamV1Parameters& p, double factor, LocalTime now) {
  leave_fast_increase(now);
  cwnd_ = std::max(count(p.min_cwnd), cwnd_ * factor);
}

void ScreamCwnd::grow(const ScreamV1Parameters& p, const ScreamAck& ack, double trend, Duration target) {
  if (!fast_increase_) return steer(p, ack, target);
  if (trend >= p.qdelay_trend_th) {
    leave_fast_increase(ack.now);
    return steer(p, ack, target);
  }
  const double acknowledged = count(ack.acknowledged);
  if (1.5 * count(ack.in_flight) + acknowledged > cwnd_) cwnd_ += acknowledged;
}

void ScreamCwnd::steer(const ScreamV1Parameters& p, const ScreamAck& ack, Duration target) {
  if (ack.acknowledged == DataSize()) return;
  const double acknowledged = count(ack.acknowledged);
  const double off_target = to_seconds(target - ack.queue_delay) / to_seconds(target);
  const bool unused = 1.25 * count(ack.in_flight) + acknowledged <= cwnd_;
  if (off_target <= 0 || !unused) cwnd_ += p.gain * off_target * acknowledged * count(p.mss) / cwnd_;
  cwnd_ = std::min(cwnd_, static_cast<double>(most_in_flight_.value().value_or(DataSize()).bytes()) * p.head_room);
  cwnd_ = std::max(cwnd_, count(p.min_cwnd));
}

void ScreamCwnd::resume(const ScreamV1Parameters& p, double trend, LocalTime now) {
  if (fast_increase_) return;
  if (trend >= p.qdelay_trend_lo) calm_since_ = now;
  if (now >= calm_since_ + p.t_resume_fast_increase) fast_increase_ = true;
}

}  // namespace evenkeel
