#include "core/control/rivals/tfrc/tfrc.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration first_nofeedback = 2s;  // section 4.2
constexpr Duration least_nofeedback = 200ms;
constexpr double longest_backoff = 64;       // t_mbi, s
constexpr double data_limited_share = 0.85;  // of X_recv after a loss event

}  // namespace

void Tfrc::visit_parameters(ParameterVisitor& v) {
  v.visit({"rto", "t_RTO", "", 0, 2, "timeout of the equation: 0 4R; 1 as TCP, from 1 s on; 2 as TCP, from 200 ms on"},
          parameters_.rto);
  v.visit({"intervals", "n", "", 2, LossIntervals::most, "loss intervals that are averaged: fewer react sooner"},
          parameters_.intervals);
  v.visit({"scale", "scale", "", 1, 4, "the equation's rate times this: 2 takes twice what TCP gets"},
          parameters_.scale);
  v.visit({"s", "s", "", 0, 9000, "packet size with headers; 0 takes the mean of what is sent (section 4.1)"},
          parameters_.s);
  v.visit({"rfc3448", "rfc3448", "", 0, 1, "1: at most twice the last receive rate, as in RFC 3448"},
          parameters_.rfc3448);
  v.visit({"self_clocked", "self_clocked", "", 0, 1, "1: at most the receive rate after a loss (Bansal et al. 2001)"},
          parameters_.self_clocked);
  v.visit({"self_clock_gain", "C", "", 1, 2, "if self_clocked: at most so many times the receive rate without loss"},
          parameters_.self_clock_gain);
  v.visit({"history_discounting", "DF", "", 0, 1, "1: a long interval without loss outweighs old ones (section 5.5)"},
          parameters_.history_discounting);
  v.visit({"oscillation_damping", "R_sqmean", "", 0, 1, "1: slower while the round trip grows (section 4.5)"},
          parameters_.oscillation_damping);
}

RateUpdate Tfrc::start(const RateLimits& limits, std::uint64_t, LocalTime now) {
  limits_ = limits;
  started_ = now;
  allowed_ = limits.clamp(limits.start);
  equation_rate_ = largest_received_ = DataRate();
  p_ = 0;
  newest_arrived_sent_ = due_ = LocalTime{};
  new_round_trip_.reset();
  arrived_ = lost_ = loss_event_ = false;
  packet_size_ = {};
  round_trip_ = {};
  losses_.reset();
  intervals_ = {};
  receive_rate_.reset();
  receive_rates_ = {};
  allowance_.reset();
  estimators_ = {};
  for (LawTerm& term : terms_) term.value = 0;
  const RateUpdate first = update(now);
  timer_.set(now, nofeedback_timeout());
  return first;
}

void Tfrc::on_sent(const SentPacket& packet) {
  packet_size_.on_sent(packet.size);
  allowance_.on_sent(packet);
  timer_.on_sent();
}

std::optional<RateUpdate> Tfrc::on_report(const PathReport& report) {
  learn_arrivals(report);
  const bool first = !round_trip_.known();
  if (first && !(arrived_ && new_round_trip_)) return std::nullopt;  // nothing that the law could be fed with
  if (first) begin(report.now);
  learn_losses(report);
  // Where nothing came, the RFC's receiver sends no feedback packet.
  if (!arrived_ || (!loss_event_ && report.now < due_)) return std::nullopt;
  return take_feedback(report.now, first);
}

void Tfrc::begin(LocalTime now) {  // section 4.2
  round_trip_.add(now, *new_round_trip_);
  new_round_trip_.reset();
  receive_rates_.start(now);
  allowed_ = std::max(allowed_, initial_rate());
}

RateUpdate Tfrc::take_feedback(LocalTime now, bool first) {  // section 4.3
  if (new_round_trip_) round_trip_.add(now, *new_round_trip_);
  new_round_trip_.reset();
  schedule_feedback(now);
  const DataRate limit = receive_limit(now);
  terms_[2].value = limit < DataRate::unlimited() ? limit.bps() : 0;
  arrived_ = lost_ = loss_event_ = false;
  learn_loss_event_rate();
  if (p_ > 0) {
    follow_equation(limit);
  } else if (!first) {  // slow start
    allowed_ = std::max(std::min(2 * allowed_, limit), initial_rate());
  }
  const RateUpdate result = update(now);
  timer_.set(now, nofeedback_timeout());
  return result;
}

void Tfrc::schedule_feedback(LocalTime now) {
  const Duration round_trip = round_trip_.mean();
  const bool late = due_ + round_trip <= now;
  due_ = (loss_event_ || late ? now : due_) + round_trip;
}

DataRate Tfrc::receive_limit(LocalTime now) {
  const DataRate received = receive_rate_.over(round_trip_.mean());
  largest_received_ = std::max(largest_received_, received);
  const bool self_clocked = parameters_.self_clocked != 0;
  if (!self_clocked && parameters_.rfc3448 == 0) return receive_limit_of_rfc5348(received, now);
  receive_rates_.replace(received, now);
  if (!self_clocked || intervals_.empty()) return 2 * received;
  return lost_ ? received : parameters_.self_clock_gain * received;
}

DataRate Tfrc::receive_limit_of_rfc5348(DataRate received, LocalTime now) {
  if (!data_limited()) {
    receive_rates_.update(received, now, round_trip_.mean());
    return 2 * receive_rates_.maximum();
  }
  if (!loss_event_) {
    receive_rates_.maximize(received, now);
    return 2 * receive_rates_.maximum();
  }
  receive_rates_.halve();
  receive_rates_.maximize(data_limited_share * received, now);
  return receive_rates_.maximum();
}

bool Tfrc::data_limited() const {
  return allowance_.data_limited(newest_arrived_sent_ - round_trip_.mean(), newest_arrived_sent_);
}

void Tfrc::follow_equation(DataRate limit) {
  equation_rate_ = parameters_.scale * tcp_throughput(throughput_terms(), p_);
  allowed_ = std::max(std::min(equation_rate_, limit), least_rate());
}

std::optional<RateUpdate> Tfrc::on_tick(LocalTime now) {
  if (!timer_.expired(now)) return std::nullopt;
  cut(now);
  const RateUpdate result = update(now);
  timer_.set(now, nofeedback_timeout());
  return result;
}

void Tfrc::cut(LocalTime now) {  // section 4.4
  const DataRate received = receive_rates_.maximum();
  if (!round_trip_.known()) {
    if (!timer_.idle()) allowed_ = std::max(allowed_ / 2, least_rate());
    return;
  }
  const bool slow = p_ > 0 ? received < initial_rate() : allowed_ < 2 * initial_rate();
  if (timer_.idle() && slow) return;
  if (p_ > 0) {
    limit_to(equation_rate_ > 2 * received ? received : equation_rate_ / 2, now);
  } else {
    allowed_ = std::max(allowed_ / 2, least_rate());
  }
}

void Tfrc::limit_to(DataRate limit, LocalTime now) {  // Update_Limits()
  limit = std::max(limit, least_rate());
  receive_rates_.replace(limit / 2, now);
  follow_equation(limit);
}

RateUpdate Tfrc::update(LocalTime now) {
  const double damping = parameters_.oscillation_damping != 0 ? round_trip_.damping() : 1;  // section 4.5
  rate_ = limits_.clamp(std::max(allowed_ * damping, least_rate()));
  allowance_.on_rate(rate_, now);
  terms_[0].value = p_;
  terms_[1].value = equation_rate_.bps();
  return {rate_, rate_, std::nullopt};
}

double Tfrc::segment() const {
  return parameters_.s > DataSize() ? static_cast<double>(parameters_.s.bytes()) : packet_size_.mean();
}

DataRate Tfrc::least_rate() const { return bits_per_second(8 * segment() / longest_backoff); }

DataRate Tfrc::initial_rate() const {  // W_init / R of section 4.2
  const double mss = packet_size_.largest();
  const double window = parameters_.rfc3448 != 0 ? 2 * segment() : std::min(4 * mss, std::max(2 * mss, 4380.0));
  return bits_per_second(8 * window / to_seconds(round_trip_.mean()));
}

Duration Tfrc::nofeedback_timeout() const {
  const Duration two_packets = from_seconds(16 * segment() / std::max(rate_, least_rate()).bps());
  if (!round_trip_.known()) return std::max(two_packets, first_nofeedback);
  return std::max({two_packets, 4 * round_trip_.mean(), least_nofeedback});
}

TimeoutRule Tfrc::timeout_rule() const { return static_cast<TimeoutRule>(std::clamp(parameters_.rto, 0, 2)); }

ThroughputTerms Tfrc::throughput_terms() const {
  return {segment(), round_trip_.mean(), round_trip_.timeout(timeout_rule()), 1};
}

}  // namespace evenkeel
