#include "core/control/ldcc.h"

#include <algorithm>

// What the paper leaves open, and how it is read here:
// * Units: bits on the wire for w, x and x_recv; every term is a ratio.
// * T_r is 100 ms: the paper prints 50 ms once, but its Fig. 6 is loss-driven only with 100 ms.
// * (.)+ of eqs 15 and 17 is kept: no price below T_r, no negative rate.
// * x in (x - x_recv)/x_recv is the sending rate measured on the packets whose arrivals make x_recv. A rate one round
//   trip newer would add a phantom de/dt during ramps; and an encoder that sends less than x is seen as it is.
// * That term is clamped to [-1, 1.25], so that one update at most halves the rate or adds 40 %.
// * Missing feedback: halved after max(2 RTT, 300 ms), or RTT more than reports are apart, and after each further such
//   interval; the window that spans the gap is discarded.

namespace evenkeel {
namespace {

constexpr double least_rate_term = -1;
constexpr double largest_rate_term = 1.25;
constexpr Duration first_round_trip_time = 100ms;  // the window's length until a sample came
constexpr Duration least_window = 10ms;            // paths on one machine

}  // namespace

void Ldcc::visit_parameters(ParameterVisitor& v) {
  v.visit({"w", "w", "", 1e3, 1e6, "weight of the utility w log x: rate climbs by eta w per round trip"},
          parameters_.w);
  v.visit({"T_r", "T_r", "", 0.001, 10, "one-way delay up to which delay costs nothing (section V)"}, parameters_.t_r);
  v.visit({"beta", "beta", "", 0.001, 10, "at which the delay price saturates; flows above w/beta keep the delay mode"},
          parameters_.beta);
  v.visit({"eta", "k RTT", "", 0.01, 1, "gain per round trip, 1/2.5 in the paper"}, parameters_.eta);
}

RateUpdate Ldcc::start(const RateLimits& limits, std::uint64_t, LocalTime) {
  limits_ = limits;
  rate_ = limits.clamp(limits.start);
  round_trip_time_ = Duration::zero();
  window_.restart();
  application_limit_.reset();
  timeout_ = FeedbackTimeout();
  for (LawTerm& term : terms_) term.value = 0;
  return current();
}

Duration Ldcc::timeout() const { return std::max<Duration>(2 * round_trip_time_, 300ms); }

void Ldcc::on_sent(const SentPacket& packet) { timeout_.on_sent(packet.sent, timeout()); }

std::optional<RateUpdate> Ldcc::on_report(const PathReport& report) {
  const bool was_silent = timeout_.expirations() > 0;
  if (!timeout_.on_report(report)) return std::nullopt;
  if (was_silent) window_.restart();
  if (report.round_trip_time) {
    window_.add_round_trip_time(*report.round_trip_time);
    round_trip_time_ = report.smoothed_round_trip_time;
  }
  const Duration length = round_trip_time_ > Duration::zero() ? round_trip_time_ : first_round_trip_time;
  const DataRate before = rate_;
  for (const PacketResult& packet : report.packets) {
    if (const auto averages = window_.add(packet, std::max(length, least_window))) update(*averages);
  }
  if (rate_ == before) return std::nullopt;
  return current();
}

void Ldcc::update(const LdccWindow::Averages& averages) {
  const double utility_slope = parameters_.w / rate_;  // U'(x) = w/x
  const double price = delay_price(averages.one_way_delay, averages.round_trip_time);
  const double mismatch = rate_term(averages.sent, averages.received);
  terms_[0].value = utility_slope;
  terms_[1].value = price;
  terms_[2].value = mismatch;
  application_limit_.on_window(averages.sent, rate_, averages.span);
  const DataRate wanted = rate_ + parameters_.eta * rate_ * (utility_slope - price - mismatch);  // eq. 25
  rate_ = limits_.clamp(application_limit_.apply(rate_, wanted));
}

double Ldcc::delay_price(Duration one_way_delay, Duration round_trip_time) const {  // eq. 17
  if (round_trip_time <= Duration::zero() || one_way_delay <= parameters_.t_r) return 0;
  return parameters_.beta * to_seconds(one_way_delay - parameters_.t_r) / to_seconds(round_trip_time);
}

double Ldcc::rate_term(DataRate sent, DataRate received) {  // eqs 23 and 24
  if (received.bps() <= 0) {
    ++clamp_activations_;
    return largest_rate_term;
  }
  const double term = (sent - received) / received;
  if (term < least_rate_term || term > largest_rate_term) ++clamp_activations_;
  return std::clamp(term, least_rate_term, largest_rate_term);
}

std::optional<RateUpdate> Ldcc::on_tick(LocalTime now) {
  if (!timeout_.expired(now, timeout())) return std::nullopt;
  rate_ = limits_.clamp(rate_ / 2);
  return current();
}

}  // namespace evenkeel
