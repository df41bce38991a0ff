#pragma once

#include <complex>
#include <optional>

#include "core/control/ldcc.h"

namespace evenkeel {

// What the paper of LDCC proves of the law, as closed forms; numbers of its preprint v1. x is the flow's rate in
// equilibrium: of a flow alone, the capacity of the bottleneck.

/// Eq. 19: the one-way delay at which a flow of rate x settles; nothing at or below the bound of eq. 20.
std::optional<Duration> ldcc_equilibrium_delay(const LdccParameters& parameters, DataRate x, Duration backward_delay);

/// Eq. 20: w/beta. Flows of less have no equilibrium in the delay mode: their queue grows until packets are lost.
DataRate ldcc_lowest_rate(const LdccParameters& parameters);

/// Where the path alone takes longer than T_r, it has a price without any queue, and the rate cannot exceed this,
/// at any capacity: eq. 19 solved for x at e = propagation_delay. Nothing where it takes no longer.
std::optional<DataRate> ldcc_rate_cap(const LdccParameters& parameters, Duration propagation_delay,
                                      Duration backward_delay);

/// How far the linearized loop is from instability. Frequencies are in radians per round trip, u = omega RTT.
struct LdccMargins {
  double phase = 0;            ///< rad, at the gain crossover; negative: unstable
  double gain = 0;             ///< by which the gain may grow; below 1: unstable
  double gain_crossover = 0;   ///< u where |G| = 1
  double phase_crossover = 0;  ///< u where the phase of G is -pi
};

/// Eq. 43, G(j omega) of a flow with one bottleneck (M = 1) at u = omega RTT:
///     G = eta e^{-ju} (b + ju) / (ju (ju + c)),  b = beta - w/x,  c = eta w/x
/// The fluid law with the round trip as its only delay: neither the averaging over a round trip nor that the rate holds
/// for one (T_s = RTT) is in it; ldcc_sampled_gain_margin has both. The round trip cancels.
std::complex<double> ldcc_loop(const LdccParameters& parameters, DataRate x, double u);

/// Of eq. 43. Nothing at or below the bound of eq. 20. |G| falls monotonically, and the phase crosses -pi once, so that
/// both margins say the same of stability.
std::optional<LdccMargins> ldcc_margins(const LdccParameters& parameters, DataRate x);

/// The gain margin of eq. 25 as it runs: one step per round trip, on averages over the packets sent during the round
/// trip before the last. Derived here, not in the paper. With b and c as above and h = eta times the margin,
///     (z - 1)(z^2 - (1 - c) z + h) + h b (z + 1)/2
/// has its largest zero on the unit circle; for b, c << 1 that is h = 1. Zero where no gain
/// up to eta is stable (beta > 2 only). Nothing at or below the bound of eq. 20.
std::optional<double> ldcc_sampled_gain_margin(const LdccParameters& parameters, DataRate x);

}  // namespace evenkeel
