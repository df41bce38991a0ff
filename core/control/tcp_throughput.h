#pragma once

#include "core/base/data_rate.h"

namespace evenkeel {

// The rate of a long-lived TCP by its losses, in the forms that controllers and the circuit breaker hold themselves
// against.

/// Reno without timeouts: sqrt(3/2) / (R sqrt(p)) packets (Mathis et al. 1997; RFC 8083, section 4.3). Unlimited where
/// nothing is lost or no round-trip time is known.
DataRate reno_rate(double loss, Duration round_trip_time, double packet_bits);

/// CUBIC: 1.054 (R/p)^(3/4) / R packets (RFC 9438, section 5.1, C = 0.4, beta = 0.7). Both times above zero.
DataRate cubic_rate(double loss, Duration round_trip_time, double packet_bits);

/// The inverses, for `times` these rates: the packets from loss to loss with which that makes so many packets per round
/// trip.
double reno_loss_interval(double packets, double times);
double cubic_loss_interval(double packets, double times, Duration round_trip_time);

/// What the throughput equation of RFC 5348 needs of a flow, but for the loss event rate (section 3.1).
struct ThroughputTerms {
  double packet_bytes = 1228;          ///< s; the rates that come out count the same bytes
  Duration round_trip_time = 100ms;    ///< R
  Duration timeout = 400ms;            ///< t_RTO
  double packets_per_acknowledge = 1;  ///< b
};

/// The equation, Reno with timeouts: X = s / (R sqrt(2bp/3) + t_RTO 3 sqrt(3bp/8) p (1 + 32 p^2)). A rate p above 1
/// counts as 1; without loss (p not above 0), or with both times zero, the rate is unlimited.
DataRate tcp_throughput(const ThroughputTerms& terms, double loss_event_rate);

/// Its inverse: the p at which it gives this rate, within 1e-12 to 1, where it ends for rates that no p gives.
double loss_event_rate_of(const ThroughputTerms& terms, DataRate rate);

/// How a sender finds t_RTO (Rhee and Xu, SIGCOMM 2005, section 6).
enum class TimeoutRule {
  four_round_trips,     ///< 4R, RFC 5348
  standard_tcp,         ///< max(1 s, SRTT + 4 RTTVAR), RFC 2988 and 6298
  short_minimum_of_tcp  ///< max(200 ms, SRTT + 4 RTTVAR), as Linux
};
Duration retransmission_timeout(TimeoutRule rule, Duration round_trip_time, Duration variation);

}  // namespace evenkeel
