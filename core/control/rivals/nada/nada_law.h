#pragma once

#include "core/control/rivals/nada/nada_parameters.h"

namespace evenkeel {

// The equations of RFC 8698 one by one, without memory. Delays and congestion signals are numbers of seconds, because
// they are squared and multiplied.

/// Eq. 1: what a queueing delay counts as where a loss is recent. At most QTH.
double nada_warped_delay(const NadaParameters& parameters, double queueing_delay);

/// Eq. 2. Ratios are from 0 to 1.
double nada_signal(const NadaParameters& parameters, double delay, double marking_ratio, double loss_ratio);

/// Eq. 3: by how much the rate may exceed the received one while the path seems underused.
double nada_gamma(const NadaParameters& parameters, Duration round_trip_time);

/// The signal at which eq. 7 leaves the rate as it is: PRIO XREF RMAX / r.
double nada_resting_signal(const NadaParameters& parameters, DataRate rmax, DataRate rate);

struct NadaStep {
  DataRate rate;           ///< r_ref
  DataRate rmax;           ///< RMAX
  double signal = 0;       ///< x_curr
  double last_signal = 0;  ///< x_prev
  Duration delta{};        ///< since the last update
};
/// Eqs 5 to 7; not clipped, may be below zero.
DataRate nada_gradual_update(const NadaParameters& parameters, const NadaStep& step);

/// Eqs 11 to 14: the encoder's target and the sending rate, with so much in the rate-shaping buffer.
RateUpdate nada_shaped(const NadaParameters& parameters, const NadaBounds& bounds, DataRate rate, DataSize buffer);

}  // namespace evenkeel
