#pragma once

#include <optional>

#include "core/pacing/rmc.h"

namespace evenkeel {

// Closed forms of the loop from r_c to what is sent, R_e/R_c = k_r z / (z - 1 + k_r) (section IV of the RMC paper),
// while the queue is not empty and the anti-windup rests.

/// max(T_s, P/r_c): how far apart iterations are that send something, at a steady rate.
Duration rmc_sending_interval(Duration sampling_time, DataRate rate, DataSize packet);

/// 1 - k_r. Proposition 1: stable within the unit circle, that is for 0 < k_r < 2. Below 0 each sample overshoots.
double rmc_pole(const RmcParameters& parameters);
bool rmc_is_stable(const RmcParameters& parameters);

/// Samples until the rate is within 5 % of r_c for good, after r_c went from `ratio` times its value to 1:
///     n = ceil( ln(0.05 / |ratio - 1|) / ln|1 - k_r| )
/// 10 is the paper's step down, 0.1 its step up. Nothing where unstable.
std::optional<int> rmc_settling_samples(const RmcParameters& parameters, double ratio);

/// e_ss = r_c T_s / k_r in bytes: d_c - d_e at the beginning of each iteration at a steady rate, `interval` apart. Of
/// packets of a size that divides r_c T_s it is exact; of others up to P/k_r more.
double rmc_backlog(const RmcParameters& parameters, DataRate rate, Duration interval);

}  // namespace evenkeel
