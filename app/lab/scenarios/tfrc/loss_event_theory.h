#pragma once

#include <span>

namespace evenkeel {

// Section 4 of Rhee, Xu, "Limitations of equation-based congestion control": in each round trip a packet is lost with
// probability p, given that no earlier packet of the same round was lost. For this reason alone, loss events per packet
// depend on how a flow sends.

/// F(m, q) = (1 + q + ... + q^(m-1)) / m, for m above 0, also between whole numbers, and 0 < q < 1 (Lemma 4.1).
double mean_power(double m, double q);

/// G(m, q) = m F(m, q) = (1 - q^m) / (1 - q) (Lemma 4.2).
double power_sum(double m, double q);

/// Eqs 3 and 4: loss events per packet of a flow that sends `windows[i]` packets in the i-th round trip; 0 < p < 1. NaN
/// if it sends none at all.
double loss_event_rate_of_windows(std::span<const double> windows, double p);

/// The same for a flow that always sends `window` packets per round trip, which must be above zero.
double loss_event_rate_of_constant_window(double window, double p);

}  // namespace evenkeel
