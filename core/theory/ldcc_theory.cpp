#include "core/theory/ldcc_theory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace evenkeel {
namespace {

constexpr double pi = std::numbers::pi;

/// The numbers that eq. 43 depends on.
struct Loop {
  double eta;
  double b;  // beta - w/x: RTT v', eq. 42; the zero
  double c;  // eta w/x: the pole, eq. 41
};

Loop loop_of(const LdccParameters& p, DataRate x) { return {p.eta, p.beta - p.w / x, p.eta * (p.w / x)}; }

bool above_bound(const LdccParameters& p, DataRate x) { return x > ldcc_lowest_rate(p); }

/// Less -pi: the distance of the phase of G from there. Positive near 0, where it is pi/2; negative at pi; and its only
/// zero is between: for b < 1 it stays positive as long as atan(u/b) > u and falls from there on, for b >= 1 it falls
/// throughout.
double phase_distance(const Loop& l, double u) { return std::atan2(l.c, u) + std::atan2(u, l.b) - u; }

double gain(const Loop& l, double u) { return l.eta * std::hypot(l.b, u) / (u * std::hypot(l.c, u)); }

/// |G| = 1 is a quadratic equation in u^2 with one positive root: U^2 + (c^2 - eta^2) U - eta^2 b^2 = 0.
double gain_crossover(const Loop& l) {
  const double half = (l.eta - l.c) * (l.eta + l.c) / 2;
  const double root = std::hypot(half, l.eta * l.b);
  if (half >= 0) return std::sqrt(half + root);
  return l.eta * l.b / std::sqrt(root - half);  // the same without the difference of large numbers
}

double phase_crossover(const Loop& l) {
  double low = 0;
  double high = pi;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (phase_distance(l, middle) > 0 ? low : high) = middle;
  }
  return high;
}

/// Jury's conditions for (z - 1)(z^2 - (1 - c) z + eta) + eta b (z + 1)/2.
bool sampled_loop_settles(const Loop& l) {
  const double a2 = l.c - 2;
  const double a1 = 1 - l.c + l.eta * (1 + l.b / 2);
  const double a0 = l.eta * (l.b / 2 - 1);
  const bool at_ends = 1 + a2 + a1 + a0 > 0 && 1 - a2 + a1 - a0 > 0;
  return at_ends && std::abs(a0) < 1 && 1 - a0 * a0 > std::abs(a0 * a2 - a1);
}

/// The larger root of a h^2 + b h - c = 0 with a >= 0, where it is positive; infinite where there is none.
double positive_root(double a, double b, double c) {
  const double root = std::sqrt(b * b + 4 * a * c);
  if (b > 0) return 2 * c / (b + root);
  return a > 0 ? (root - b) / (2 * a) : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<Duration> ldcc_equilibrium_delay(const LdccParameters& p, DataRate x, Duration backward_delay) {
  const double a = (p.w / x) / p.beta;
  if (a >= 1) return std::nullopt;
  return from_seconds((to_seconds(backward_delay) * a + to_seconds(p.t_r)) / (1 - a));
}

DataRate ldcc_lowest_rate(const LdccParameters& p) { return p.w / p.beta; }

std::optional<DataRate> ldcc_rate_cap(const LdccParameters& p, Duration propagation_delay, Duration backward_delay) {
  if (propagation_delay <= p.t_r) return std::nullopt;
  const double round_trip = to_seconds(propagation_delay + backward_delay);
  return ldcc_lowest_rate(p) * (round_trip / to_seconds(propagation_delay - p.t_r));
}

std::complex<double> ldcc_loop(const LdccParameters& p, DataRate x, double u) {
  const Loop l = loop_of(p, x);
  const std::complex<double> s(0, u);
  return l.eta * std::exp(-s) * (l.b + s) / (s * (s + l.c));
}

std::optional<LdccMargins> ldcc_margins(const LdccParameters& p, DataRate x) {
  if (!above_bound(p, x)) return std::nullopt;
  const Loop l = loop_of(p, x);
  LdccMargins m;
  m.gain_crossover = gain_crossover(l);
  m.phase_crossover = phase_crossover(l);
  m.phase = phase_distance(l, m.gain_crossover);
  m.gain = 1 / gain(l, m.phase_crossover);
  return m;
}

// Linearized, with the rate d of a round trip as its unit: d' = (1 - c) d - h d_before - h b (mean queue of before),
// and the queue grows by d each round trip. Each bound is one of Jury's conditions for that cubic.
std::optional<double> ldcc_sampled_gain_margin(const LdccParameters& p, DataRate x) {
  if (!above_bound(p, x)) return std::nullopt;
  const Loop l = loop_of(p, x);
  // Where a step of the utility's slope alone overshoots, a small gain is unstable and a larger one may not be.
  if (l.c >= 2 && !sampled_loop_settles(l)) return 0;
  const double half = 1 - l.b / 2;
  const double slope = 1 + l.b / 2 - half * (2 - l.c);
  const double oscillation = positive_root(half * half, slope, l.c);
  const double other = positive_root(half * half, -slope, 2 - l.c);
  return std::min({oscillation, other, 1 / std::abs(half)}) / l.eta;
}

}  // namespace evenkeel
