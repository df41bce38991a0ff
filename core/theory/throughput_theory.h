#pragma once

#include "core/control/tcp_throughput.h"

namespace evenkeel {

// What Rhee and Xu ("Limitations of equation-based congestion control", SIGCOMM 2005) derive of TFRC's equation f(p),
// with theta = 1/p the loss event interval in packets. s = 1 packet, so in seconds per packet.

/// Eq. 8: the second derivative of 1/f(1/theta) by theta. Above zero for every theta: TFRC is conservative.
double curvature_over_interval(const ThroughputTerms& terms, double theta);

/// Eq. 9: the second derivative of 1/f by p = 1/theta. Above zero for short intervals, below for long ones.
double curvature_over_loss_event_rate(const ThroughputTerms& terms, double theta);

/// The theta at which eq. 9 changes its sign, for any b; 35.16 packets at R = 0.1 s, t_RTO = 0.4 s. The round-trip time
/// must be above zero.
double inflection_interval(const ThroughputTerms& terms);

/// Fig. 13: F(p, R, t) / F(p, R, t'), how many times more a flow may send by having another timeout.
double rate_ratio_of_timeouts(double loss_event_rate, Duration round_trip_time, Duration timeout, Duration other);

/// The paper's measure of a against b, both above zero: (a-b)/b where a >= b, else -(b-a)/a.
double difference_ratio(double a, double b);

}  // namespace evenkeel
