#pragma once

#include <optional>
#include <vector>

#include "app/bench/send_run.h"

namespace evenkeel::bench {

/// Of values in any order; p in [0, 1]; not-a-number where there are none.
double percentile(std::vector<double> values, double p);

/// (r - r_c) / r_c of windows side by side, as fractions, without the second after the start, the loaded time and the
/// second after it, and whatever is cut by them.
std::vector<double> quiet_window_errors(const SendRun& run, Duration width);

/// How late each packet came, in us, against the time at which d_c, the integral of r_c, reached its last byte.
/// Arrivals must have been kept one by one.
std::vector<double> lateness_us(const SendRun& run, Duration from, Duration to);

/// Times between one arrival and the next, in ms.
std::vector<double> intervals_ms(const SendRun& run, Duration from, Duration to);

/// The 5 % settling time (section V.B of the RMC paper): from `at` to the first arrival from which on the rate stays
/// within 5 % of `final_rate` until `until`. The rate at an arrival is its bytes over the time since the one before:
/// that of one iteration, where arrivals are merged so. Nothing where it does not settle.
std::optional<Duration> settling_time(const ArrivalCurve& curve, Duration at, Duration until, DataRate final_rate);

/// What is left of the curve at each of `points` times between two times, for a plot, in Mbit/s.
struct RateLine {
  std::vector<double> seconds;
  std::vector<double> megabits;
};
RateLine rate_line(const ArrivalCurve& curve, Duration from, Duration to, Duration width);

}  // namespace evenkeel::bench
