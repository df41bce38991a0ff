#pragma once

#include <algorithm>

#include "core/units/time.h"

namespace evenkeel {

/// l4s_alpha_v of SCReAM v2: a queue delay above half its target counts as if the network marked packets, the share of
/// them rising from 0 there to 1 at the target. The target must be above zero.
inline double scream_virtual_alpha(Duration average_queue_delay, Duration target) {
  const double half = to_seconds(target) / 2;
  return std::clamp((to_seconds(average_queue_delay) - half) / half, 0.0, 1.0);
}

/// By which share the window falls for such a share of marks: half of it per VIRTUAL_RTT, so that a longer round trip,
/// within which there are several reductions, does not fall the deeper.
inline double scream_backoff(double alpha, Duration round_trip_time, Duration virtual_rtt) {
  return alpha / 2 / std::max(1.0, to_seconds(round_trip_time) / to_seconds(virtual_rtt));
}

}  // namespace evenkeel
