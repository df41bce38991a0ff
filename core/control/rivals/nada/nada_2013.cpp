#include "core/control/rivals/nada/nada_2013.h"

#include <algorithm>

// What is known of it, and how the rest is read here:
// * The slides of 2013 have the total delay with penalties for marks and losses, and its low-pass; the predictor with
//   tau_o = 200 ms, R_min, w and the slow start are from memory of the draft. The LDCC paper gives the equilibrium
//   only, which is that of R_min = 0, w = 1 and x_ref the smallest delay.
// * n counts updates, in the low-pass as in the predictor; d is the mean over the packets since the update before.
//   alpha and delta make a time constant of a second, with which the loop settles at all capacities of the LDCC paper;
//   with alpha 0.1 and delta 100 ms, which is a second as well, it swings at 2 Mbit/s.
// * R_MAX is 3 Mbit/s. For the order of the LDCC paper's Fig. 13 at low capacities it has to be 4 to 6 Mbit/s.
// * x_ref, and with it x_hat, is at least 1 ms, what the reports resolve: a delay of zero has no multiple.
// * Reports tell no marks. Missing feedback: halved after 500 ms of silence, or what FeedbackTimeout has at
//   least, and after each further such time.

namespace evenkeel {
namespace {

constexpr double largest_delay = 10;  // s: a peer may say anything
constexpr Duration shortest_delta = 1ms;

}  // namespace

void Nada2013::visit_parameters(ParameterVisitor& v) {
  v.visit({"r_max", "R_MAX", "", 1e3, 10e9, "rate at which no queue is left; below it OWD = R_MAX OWD_min / R"},
          parameters_.r_max);
  v.visit({"w", "w", "", 0.01, 100, "weight of the flow"}, parameters_.w);
  v.visit({"tau_o", "tau_o", "", 0, 10, "how far ahead the delay is predicted"}, parameters_.tau_o);
  v.visit({"alpha", "alpha", "", 0.001, 1, "weight of a new delay in the smoothed one, per update"}, parameters_.alpha);
  v.visit({"delta", "delta", "", 0.01, 1, "interval of updates"}, parameters_.delta);
  v.visit({"d_l", "d_L", "", 0, 10, "delay penalty of a lost packet"}, parameters_.d_l);
  v.visit({"slow_start", "T", "", 0, 60, "in which the highest rate climbs from the start rate to R_MAX"},
          parameters_.slow_start);
  v.visit({"silence", "T_s", "", 0.1, 10,
           "without a report, after which the rate is halved; longer where reports are rare"},
          parameters_.silence);
}

RateUpdate Nada2013::start(const RateLimits& limits, std::uint64_t, LocalTime now) {
  limits_ = limits;
  rate_ = limits.clamp(limits.start);
  started_ = now;
  clock_.start(now, parameters_.delta);
  delay_.reset();
  delay_sum_ = 0;
  arrived_ = lost_ = 0;
  least_delay_.reset();
  timeout_ = FeedbackTimeout();
  for (LawTerm& term : terms_) term.value = 0;
  return current();
}

std::optional<RateUpdate> Nada2013::on_report(const PathReport& report) {
  if (report.packets.empty()) return std::nullopt;
  for (const PacketResult& packet : report.packets) learn(packet);
  if (report.false_queue > Duration::zero()) least_delay_.refute();
  if (arrived_ == 0) return std::nullopt;
  timeout_.on_feedback(report.now, report.min_round_trip_time);
  const auto delta = clock_.due(report.now, parameters_.delta);
  if (!delta) return std::nullopt;
  update(std::max(*delta, shortest_delta), report.now);
  return current();
}

void Nada2013::learn(const PacketResult& packet) {
  if (!packet.received) ++lost_;
  if (packet.late) {
    lost_ = std::max(lost_ - 1, 0);
    return;
  }
  if (!packet.one_way_delay) return;
  const double delay = std::clamp(to_seconds(*packet.one_way_delay), 0.0, largest_delay);
  least_delay_.add(packet.sent, from_seconds(delay));
  delay_sum_ += delay;
  ++arrived_;
}

/// d_n: of a lost packet, the delay of the others and the penalty.
double Nada2013::mean_delay() const {
  return delay_sum_ / arrived_ + to_seconds(parameters_.d_l) * lost_ / (arrived_ + lost_);
}

void Nada2013::update(Duration delta, LocalTime now) {
  const double measured = mean_delay();
  const double before = delay_.value_or(measured);
  delay_ = before + parameters_.alpha * (measured - before);
  const double ahead = to_seconds(parameters_.tau_o) / to_seconds(delta);
  const double least = to_seconds(least_delay_.value().value_or(from_seconds(measured)));
  const double reference = std::max(least, nada_2013_least_reference);                 // x_ref
  const double predicted = std::max(*delay_ + (*delay_ - before) * ahead, reference);  // x_hat
  rate_ = limits_.clamp(std::min(parameters_.w * parameters_.r_max * (reference / predicted), most(now)));
  terms_[0].value = 1e3 * *delay_;
  terms_[1].value = 1e3 * predicted;
  terms_[2].value = 1e3 * reference;
  delay_sum_ = 0;
  arrived_ = lost_ = 0;
}

DataRate Nada2013::most(LocalTime now) const {
  const DataRate from = std::min(limits_.clamp(limits_.start), parameters_.r_max);
  if (now - started_ >= parameters_.slow_start) return parameters_.r_max;
  return from + (parameters_.r_max - from) * (to_seconds(now - started_) / to_seconds(parameters_.slow_start));
}

std::optional<RateUpdate> Nada2013::on_tick(LocalTime now) {
  if (!timeout_.expired(now, parameters_.silence)) return std::nullopt;
  rate_ = limits_.clamp(rate_ / 2);
  return current();
}

}  // namespace evenkeel
