#include "core/control/tcp_throughput.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr double least_loss_event_rate = 1e-12;

double seconds_per_packet(const ThroughputTerms& t, double p) {
  const double b = t.packets_per_acknowledge;
  const double fast = to_seconds(t.round_trip_time) * std::sqrt(2 * b * p / 3);
  const double timeouts = to_seconds(t.timeout) * 3 * std::sqrt(3 * b * p / 8) * p * (1 + 32 * p * p);
  return fast + timeouts;
}

}  // namespace

DataRate reno_rate(double loss, Duration round_trip_time, double packet_bits) {
  if (loss <= 0 || round_trip_time <= Duration::zero()) return DataRate::unlimited();
  return bits_per_second(std::sqrt(1.5 / loss) * packet_bits / to_seconds(round_trip_time));
}

DataRate cubic_rate(double loss, Duration round_trip_time, double packet_bits) {
  const double r = to_seconds(round_trip_time);
  return bits_per_second(1.054 * std::pow(r / loss, 0.75) * packet_bits / r);
}

double reno_loss_interval(double packets, double times) { return packets * packets / (1.5 * times * times); }

double cubic_loss_interval(double packets, double times, Duration round_trip_time) {
  return std::pow(packets / (1.054 * times), 4.0 / 3) / to_seconds(round_trip_time);
}

DataRate tcp_throughput(const ThroughputTerms& terms, double loss_event_rate) {
  if (loss_event_rate <= 0) return DataRate::unlimited();
  const double seconds = seconds_per_packet(terms, std::min(loss_event_rate, 1.0));
  return seconds > 0 ? bits_per_second(8 * terms.packet_bytes / seconds) : DataRate::unlimited();
}

double loss_event_rate_of(const ThroughputTerms& terms, DataRate rate) {
  double low = std::log(least_loss_event_rate);
  double high = 0;
  for (int i = 0; i < 50; ++i) {  // f falls with p; bisected by the logarithm, to a part in 1e13
    const double middle = (low + high) / 2;
    (tcp_throughput(terms, std::exp(middle)) > rate ? low : high) = middle;
  }
  return std::exp(high);
}

Duration retransmission_timeout(TimeoutRule rule, Duration round_trip_time, Duration variation) {
  const Duration measured = round_trip_time + 4 * variation;
  switch (rule) {
    case TimeoutRule::standard_tcp:
      return std::max<Duration>(measured, 1s);
    case TimeoutRule::short_minimum_of_tcp:
      return std::max<Duration>(measured, 200ms);
    case TimeoutRule::four_round_trips:
      break;
  }
  return 4 * round_trip_time;
}

}  // namespace evenkeel
