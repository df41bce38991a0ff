#pragma once

#include "core/control/arc.h"

namespace evenkeel {

// What follows from eqs 1 and 3 of ARC. The paper states none of it in numbers; the forms are derived here.

/// Packets per s^2: eq. 3 through eq. 1, dr/dt = (k / (1 + k RTT)) / alpha, while q < qthresh and nothing is lost.
double arc_ramp(const ArcParameters& parameters, Duration round_trip_time);

/// Packets per s^2: k / alpha, which no path exceeds.
double arc_steepest_ramp(const ArcParameters& parameters);

/// The backlog in packets that a flow alone comes to rest at. The window is held from qthresh on; by then the backlog
/// lags behind it, and the rest is still to come. With a bottleneck of C, eq. 1 is
///     dq/dt = k (w - 2q - C mRTT - C/k)
/// so that q follows w/2, which climbs by 1/(2 alpha) a second, with the time constant 1/(2k) and, since what is
/// outstanding lags too, half a round trip:
///     q = qthresh + L (1 - e^{-q/L}),  L = (1/k + RTT) / (4 alpha)
/// `round_trip_time` is that with qthresh packets queued.
double arc_backlog(const ArcParameters& parameters, Duration round_trip_time);

/// The time that so many packets (of ArcParameters) take at the bottleneck.
Duration arc_queueing_delay(const ArcParameters& parameters, double packets, DataRate capacity);

/// The round trip with that many packets queued.
Duration arc_round_trip(const ArcParameters& parameters, double packets, DataRate capacity,
                        Duration min_round_trip_time);

/// The window in bytes at rest with a backlog of so many packets, from eq. 1: w = 2q + C (mRTT + 1/k).
double arc_window(const ArcParameters& parameters, double packets, DataRate capacity, Duration min_round_trip_time);

}  // namespace evenkeel
