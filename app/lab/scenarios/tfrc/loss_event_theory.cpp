#include "app/lab/scenarios/tfrc/loss_event_theory.h"

#include <cmath>

namespace evenkeel {
namespace {

/// 1 - (1-p)^window: the probability of a loss event in a round trip. Exact for tiny p, too.
double event_probability(double window, double p) { return -std::expm1(window * std::log1p(-p)); }

}  // namespace

double power_sum(double m, double q) { return event_probability(m, 1 - q) / (1 - q); }

double mean_power(double m, double q) { return power_sum(m, q) / m; }

double loss_event_rate_of_windows(std::span<const double> windows, double p) {
  double events = 0;
  double packets = 0;
  for (const double window : windows) {
    events += event_probability(window, p);
    packets += window;
  }
  return events / packets;
}

double loss_event_rate_of_constant_window(double window, double p) { return event_probability(window, p) / window; }

}  // namespace evenkeel
