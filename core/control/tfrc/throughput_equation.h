#pragma once

#include "core/units/data_rate.h"

namespace evenkeel {

/// What the TCP throughput equation needs of a flow, but for the loss event rate (RFC 5348, section 3.1). `f` below is
/// the equation as a function of the loss event rate, theta the loss event interval in packets.
struct ThroughputTerms {
  double packet_bytes = 1228;          ///< s; the rates that come out count the same bytes
  Duration round_trip_time = 100ms;    ///< R
  Duration timeout = 400ms;            ///< t_RTO
  double packets_per_acknowledge = 1;  ///< b
};

/// The equation: X = s / (R sqrt(2bp/3) + t_RTO 3 sqrt(3bp/8) p (1 + 32 p^2)). A rate p above 1 counts as 1; without
/// loss (p not above 0), or with both times zero, the rate is unlimited.
DataRate tcp_throughput(const ThroughputTerms& terms, double loss_event_rate);

/// Its inverse: the p at which it gives this rate, within 1e-12 to 1, where it ends for rates that no p gives.
double loss_event_rate_of(const ThroughputTerms& terms, DataRate rate);

// Rhee, Xu: "Limitations of equation-based congestion control", SIGCOMM 2005; s = 1 packet, so in seconds per packet.

/// Eq. 8: the second derivative of 1/f(1/theta) by theta. Above zero for every theta: TFRC is conservative.
double curvature_over_interval(const ThroughputTerms& terms, double theta);

/// Eq. 9: the second derivative of 1/f by p = 1/theta. Above zero for short intervals, below for long ones.
double curvature_over_loss_event_rate(const ThroughputTerms& terms, double theta);

/// The theta at which eq. 9 changes its sign, for any b; 35.16 packets at R = 0.1 s, t_RTO = 0.4 s. The round-trip time
/// must be above zero.
double inflection_interval(const ThroughputTerms& terms);

/// How a sender finds t_RTO (section 6 of the paper).
enum class TimeoutRule {
  four_round_trips,     ///< 4R, RFC 5348
  standard_tcp,         ///< max(1 s, SRTT + 4 RTTVAR), RFC 2988 and 6298
  short_minimum_of_tcp  ///< max(200 ms, SRTT + 4 RTTVAR), as Linux
};
Duration retransmission_timeout(TimeoutRule rule, Duration round_trip_time, Duration variation);

/// Fig. 13: F(p, R, t) / F(p, R, t'), how many times more a flow may send by having another timeout.
double rate_ratio_of_timeouts(double loss_event_rate, Duration round_trip_time, Duration timeout, Duration other);

/// The paper's measure of a against b, both above zero: (a-b)/b where a >= b, else -(b-a)/a.
double difference_ratio(double a, double b);

}  // namespace evenkeel
