#include "core/control/rivals/nada/nada.h"

#include <algorithm>

#include "core/control/rivals/nada/nada_law.h"

// What the RFC leaves open or to the implementation, and how it is read here:
// * Reports come about every 50 ms; updates every DELTA, on what all reports since the one before told.
// * d_base is the smallest confirmed one-way delay of ten minutes (ConfirmedMinimum); d_queue is the smallest of the
//   latest 15 packets less d_base, while the criterion of the ramp-up looks at each packet of LOGWIN unfiltered.
// * p_loss is smoothed once per update. There are no ECN marks in our reports: p_mark is 0.
// * loss_int is counted without the interval that is still open: nada_loss_interval.h tells why.
// * rtt is smoothed as in RFC 6298.
// * The first rate is the start rate of the call instead of RMIN.
// * x_curr is limited to XMAX, as in the authors' simulation and unlike in the RFC: a burst of losses makes a signal of
//   seconds, and while that decays its change lets the rate grow by half or more each update (ETA), far above the link:
//   in RFC 8867, 5.1, it swings between RMIN and RMAX for all of the 20 s at 0.6 Mbit/s. XMAX = 0 is the RFC,
//   with what its report can carry, 3.2767 s, as the limit.
// * Missing feedback, of which the RFC says nothing: delta counts as 500 ms at most, and the rate is halved after each
//   500 ms of silence, or what FeedbackTimeout has at least.
// * As in the RFC, the rate may grow beyond what the encoder uses; eq. 4 bounds it by the received rate as long as no
//   queue is seen.

namespace evenkeel {
namespace {

constexpr Duration longest_delta = 500ms;
constexpr double largest_signal = 3.2767;  // s: 15 bits of 0.1 ms, section 5.3

}  // namespace

RateUpdate Nada::start(const RateLimits& limits, std::uint64_t, LocalTime now) {
  limits_ = limits;
  rate_ = bounds().clip(limits.start);
  last_signal_ = loss_ratio_ = 0;
  buffer_ = DataSize();
  round_trip_time_ = Duration::zero();
  clock_.start(now, parameters_.delta);
  window_.reset();
  losses_.reset();
  base_delay_.reset();
  timeout_ = FeedbackTimeout();
  for (LawTerm& term : terms_) term.value = 0;
  return current();
}

RateUpdate Nada::current() const { return nada_shaped(parameters_, bounds(), rate_, buffer_); }

std::optional<RateUpdate> Nada::on_report(const PathReport& report) {
  if (!timeout_.on_report(report)) return std::nullopt;
  round_trip_time_ = report.smoothed_round_trip_time;
  for (const PacketResult& packet : report.packets) learn(packet);
  if (report.false_queue > Duration::zero()) base_delay_.refute();
  const auto delta = clock_.due(report.now, parameters_.delta);
  if (!delta) return std::nullopt;
  update(std::min(*delta, longest_delta));
  return current();
}

void Nada::learn(const PacketResult& packet) {
  window_.add(packet, parameters_.logwin);
  losses_.on_packet(packet, round_trip_time_);
  if (packet.late) return;
  if (const auto delay = packet.relative_delay()) base_delay_.add(packet.sent, *delay);
}

void Nada::update(Duration delta) {
  const auto delay = window_.shortest_delay(parameters_.filter);
  if (!delay) return;
  const double base = to_seconds(base_delay_.value().value_or(from_seconds(*delay)));
  const NadaWindow::Summary seen = window_.summary(parameters_.logwin);
  loss_ratio_ += parameters_.alpha * (seen.loss_ratio - loss_ratio_);  // eq. 10
  const double x = signal(std::max(0.0, *delay - base));  // after a pause the base may be newer than the samples
  const DataRate rmax = bounds().rmax;
  terms_[1].value = 1e3 * nada_resting_signal(parameters_, rmax, rate_);
  if (!seen.lost && seen.longest_delay - base < to_seconds(parameters_.qeps)) {
    rate_ = std::max(rate_, (1 + nada_gamma(parameters_, round_trip_time_)) * seen.received);  // eq. 4
  } else {
    rate_ = nada_gradual_update(parameters_, {rate_, rmax, x, last_signal_, delta});
  }
  rate_ = bounds().clip(rate_);
  last_signal_ = x;
}

double Nada::signal(double queueing_delay) {
  const double share = losses_.share_of_warping(parameters_.multiloss);
  const double warped = nada_warped_delay(parameters_, queueing_delay);
  const double delay = queueing_delay + share * (warped - queueing_delay);  // d_tilde
  const double limit = parameters_.xmax > Duration::zero() ? to_seconds(parameters_.xmax) : largest_signal;
  const double x = std::min(nada_signal(parameters_, delay, 0, loss_ratio_), limit);
  terms_[0].value = 1e3 * x;
  terms_[2].value = 1e3 * delay;
  return x;
}

std::optional<RateUpdate> Nada::on_tick(LocalTime now) {
  if (!timeout_.expired(now, parameters_.silence)) return std::nullopt;
  rate_ = bounds().clip(rate_ / 2);
  return current();
}

}  // namespace evenkeel
