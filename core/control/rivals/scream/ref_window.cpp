#include "core/control/rivals/scream/ref_window.h"

#include <algorithm>

#include "core/control/rivals/scream/marking.h"

namespace evenkeel {
namespace {

double count(DataSize size) { return static_cast<double>(size.bytes()); }

bool is_due(const std::optional<LocalTime>& last, LocalTime now, Duration interval) {
  return !last || now >= *last + interval;
}

}  // namespace

void ScreamRefWindow::start(const ScreamParameters& p, double window) {
  *this = ScreamRefWindow();
  set(p, window);
}

void ScreamRefWindow::set(const ScreamParameters& p, double window) {
  ref_wnd_ = std::max(window, count(p.min_ref_wnd));
}

void ScreamRefWindow::collapse(const ScreamParameters& p, LocalTime now) {
  inflection_ = std::max(inflection_, ref_wnd_);
  ref_wnd_ = count(p.min_ref_wnd);
  last_congestion_ = now;
}

void ScreamRefWindow::on_ack(const ScreamParameters& p, const ScreamAck& ack, const ScreamMarks& marks) {
  if (ack.taken_back) undo();
  const double factor = reduction(p, ack, marks);
  if (factor < 1) reduce(p, factor, ack);
  // What is lost speaks against growth, what is marked does not count for it. Before the first acknowledgement a law
  // that took over has not yet had its share in flight, which is what bounds the window.
  if (!ack.lost && ack.acknowledged > DataSize()) grow(p, ack, 1 - std::max(marks.l4s, marks.virtual_share));
}

double ScreamRefWindow::reduction(const ScreamParameters& p, const ScreamAck& ack, const ScreamMarks& marks) {
  if (ack.lost && is_due(last_loss_, ack.now, ack.round_trip_time)) {
    last_loss_ = ack.now;
    before_loss_ = ref_wnd_;
    return p.beta_loss;
  }
  const bool marked = ack.marked > DataSize();
  const bool classic = marked && p.l4s == 0;
  const Duration interval = classic ? ack.round_trip_time : std::min(p.virtual_rtt, ack.round_trip_time);
  if (!marked && marks.virtual_share <= 0) return 1;
  if (!is_due(last_mark_, ack.now, interval)) return 1;
  last_mark_ = ack.now;
  if (classic) return p.beta_ecn;
  const double alpha = marked ? std::max(marks.l4s, marks.virtual_share) : marks.virtual_share;
  return 1 - scream_backoff(alpha, ack.round_trip_time, p.virtual_rtt);
}

// No draft has this: what counts as lost by mistake is cut for nothing.
void ScreamRefWindow::undo() {
  ref_wnd_ = std::max(ref_wnd_, before_loss_);
  before_loss_ = 0;
  last_loss_.reset();
}

void ScreamRefWindow::reduce(const ScreamParameters& p, double factor, const ScreamAck& ack) {
  if (is_due(last_congestion_, ack.now, ack.round_trip_time)) inflection_ = ref_wnd_;
  last_congestion_ = ack.now;
  ref_wnd_ = std::max(ref_wnd_ * factor, count(p.min_ref_wnd));
}

double ScreamRefWindow::caution_near_inflection() const {
  if (inflection_ <= 0) return 1;
  const double distance = 8 * (ref_wnd_ - inflection_) / inflection_;
  return std::max(0.25, std::clamp(distance * distance, 0.1, 1.0));
}

double ScreamRefWindow::recovery(const ScreamParameters& p, const ScreamAck& ack) const {
  if (!last_congestion_) return 1;
  const double round_trips = to_seconds(ack.now - *last_congestion_) / to_seconds(ack.round_trip_time);
  return std::clamp(round_trips / p.post_congestion_delay, 0.0, 1.0);
}

void ScreamRefWindow::grow(const ScreamParameters& p, const ScreamAck& ack, double unmarked) {
  const double mss = count(p.mss);
  const double round_trips = count(ack.acknowledged) * unmarked / ref_wnd_;
  const double per_round_trip = mss + p.mul_increase_factor * ref_wnd_ * recovery(p, ack);
  const double wanted = ref_wnd_ + round_trips * per_round_trip * caution_near_inflection();
  const double used = mss + static_cast<double>(most_in_flight_.value().value_or(DataSize()).bytes()) * p.head_room;
  ref_wnd_ = std::max(std::min(wanted, used), count(p.min_ref_wnd));
}

}  // namespace evenkeel
