#include "core/theory/arc_theory.h"

#include <cmath>

namespace evenkeel {

double arc_ramp(const ArcParameters& p, Duration round_trip_time) {
  return arc_steepest_ramp(p) / (1 + p.k * to_seconds(round_trip_time));
}

double arc_steepest_ramp(const ArcParameters& p) { return p.k / to_seconds(p.alpha); }

double arc_backlog(const ArcParameters& p, Duration round_trip_time) {
  const double lag = (1 / p.k + to_seconds(round_trip_time)) / (4 * to_seconds(p.alpha));
  double low = p.qthresh;
  double high = p.qthresh + lag;
  for (int i = 0; i < 60; ++i) {  // the difference of both sides grows with q
    const double q = (low + high) / 2;
    (q < p.qthresh - lag * std::expm1(-q / lag) ? low : high) = q;
  }
  return high;
}

Duration arc_queueing_delay(const ArcParameters& p, double packets, DataRate capacity) {
  return from_seconds(packets * static_cast<double>(p.packet.bits()) / capacity.bps());
}

Duration arc_round_trip(const ArcParameters& p, double packets, DataRate capacity, Duration min_round_trip_time) {
  return min_round_trip_time + arc_queueing_delay(p, packets, capacity);
}

double arc_window(const ArcParameters& p, double packets, DataRate capacity, Duration min_round_trip_time) {
  const double backlog = packets * static_cast<double>(p.packet.bytes());
  return 2 * backlog + capacity.bytes_per_second() * (to_seconds(min_round_trip_time) + 1 / p.k);
}

}  // namespace evenkeel
