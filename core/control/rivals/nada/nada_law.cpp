#include "core/control/rivals/nada/nada_law.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr double most_shaping = 0.05;  // of r_ref, eqs 11 and 12

double square(double x) { return x * x; }

DataRate shaping(const NadaParameters& p, double beta, DataRate rate, DataSize buffer) {
  const double wanted = beta * static_cast<double>(std::max(buffer, DataSize()).bits()) * p.fps;
  return std::min(most_shaping * rate, bits_per_second(wanted));
}

}  // namespace

double nada_warped_delay(const NadaParameters& p, double queueing_delay) {
  const double threshold = to_seconds(p.qth);
  if (queueing_delay < threshold) return queueing_delay;
  return threshold * std::exp(-p.lambda * (queueing_delay - threshold) / threshold);
}

double nada_signal(const NadaParameters& p, double delay, double marking_ratio, double loss_ratio) {
  return delay + to_seconds(p.dmark) * square(marking_ratio / p.pmrref) +
         to_seconds(p.dloss) * square(loss_ratio / p.plrref);
}

double nada_gamma(const NadaParameters& p, Duration round_trip_time) {
  const double reaction = to_seconds(round_trip_time) + to_seconds(p.delta) + to_seconds(p.dfilt);
  return std::min(p.gamma_max, to_seconds(p.qbound) / reaction);
}

double nada_resting_signal(const NadaParameters& p, DataRate rmax, DataRate rate) {
  return p.prio * to_seconds(p.xref) * (rmax / std::max(rate, bits_per_second(1)));  // limits may allow no rate at all
}

DataRate nada_gradual_update(const NadaParameters& p, const NadaStep& step) {
  const double tau = to_seconds(p.tau);
  const double offset = step.signal - nada_resting_signal(p, step.rmax, step.rate);                  // eq. 5
  const double change = step.signal - step.last_signal;                                              // eq. 6
  const double relative = (to_seconds(step.delta) / tau) * (offset / tau) + p.eta * (change / tau);  // eq. 7
  return step.rate - p.kappa * relative * step.rate;
}

RateUpdate nada_shaped(const NadaParameters& p, const NadaBounds& bounds, DataRate rate, DataSize buffer) {
  const DataRate encoder = rate - shaping(p, p.beta_v, rate, buffer);
  const DataRate sending = rate + shaping(p, p.beta_s, rate, buffer);
  RateUpdate update{bounds.clip(encoder), bounds.clip(sending), std::nullopt};
  update.ecn = 2;
  return update;
}

}  // namespace evenkeel
