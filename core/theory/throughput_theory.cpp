#include "core/theory/throughput_theory.h"

#include <cmath>

namespace evenkeel {

double curvature_over_interval(const ThroughputTerms& t, double theta) {
  const double fast = to_seconds(t.round_trip_time) * std::sqrt(2 * t.packets_per_acknowledge / 3);
  const double timeouts = to_seconds(t.timeout) * std::sqrt(3 * t.packets_per_acknowledge / 2);
  return 0.75 * fast * std::pow(theta, -2.5) +
         timeouts * (45.0 / 8 * std::pow(theta, -3.5) + 756 * std::pow(theta, -5.5));
}

double curvature_over_loss_event_rate(const ThroughputTerms& t, double theta) {
  const double fast = to_seconds(t.round_trip_time) * std::sqrt(2 * t.packets_per_acknowledge / 3);
  const double timeouts = to_seconds(t.timeout) * std::sqrt(3 * t.packets_per_acknowledge / 2);
  return -0.25 * fast * std::pow(theta, 1.5) + timeouts * (9.0 / 8 * std::sqrt(theta) + 420 * std::pow(theta, -1.5));
}

double inflection_interval(const ThroughputTerms& terms) {
  // Eq. 9 times theta^1.5 is theta^2 (theta - a) - c, where b has dropped out; it rises from a on.
  const double ratio = to_seconds(terms.timeout) / to_seconds(terms.round_trip_time);
  const double a = 6.75 * ratio;
  const double c = 2520 * ratio;
  double low = a;
  double high = a + std::cbrt(c);
  for (int i = 0; i < 60; ++i) {
    const double theta = (low + high) / 2;
    (theta * theta * (theta - a) < c ? low : high) = theta;
  }
  return high;
}

double rate_ratio_of_timeouts(double loss_event_rate, Duration round_trip_time, Duration timeout, Duration other) {
  const ThroughputTerms one{1, round_trip_time, timeout, 1};
  const ThroughputTerms two{1, round_trip_time, other, 1};
  return tcp_throughput(one, loss_event_rate) / tcp_throughput(two, loss_event_rate);
}

double difference_ratio(double a, double b) { return a >= b ? (a - b) / b : -(b - a) / a; }

}  // namespace evenkeel
