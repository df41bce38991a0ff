#pragma once

#include <optional>
#include <vector>

#include "app/bench/send_run.h"

namespace evenkeel::bench {

/// Which windows are looked at. Quiet: without the loaded time, the second after it, and windows that reach into
/// either.
enum class Windows { quiet, all };

/// (r - r_c) / r_c of windows side by side, as fractions, up to the last whole window before the end: there the last
/// packet may still be due.
std::vector<double> window_errors(const SendRun& run, Duration width, Windows which);

/// How late each packet came, in us, against the time at which d_c, the integral of r_c, reached its last byte. Of
/// packets that the kernel stamped as one each counts.
std::vector<double> lateness_us(const SendRun& run, Duration from, Duration to);

/// Times between one packet and the next, in ms; zero within a batch.
std::vector<double> intervals_ms(const SendRun& run, Duration from, Duration to);

/// The 5 % settling time (section V.B of the RMC paper): from `at` to the first arrival from which on the rate stays
/// within 5 % of `final_rate` until `until`. The rate at an arrival is its bytes over the time since the one before:
/// that of one iteration, where arrivals are merged so. Nothing where it does not settle.
std::optional<Duration> settling_time(const ArrivalCurve& curve, Duration at, Duration until, DataRate final_rate);

/// Means over windows of `width`, for a plot.
struct RateLine {
  std::vector<double> seconds;
  std::vector<double> megabits;
};
RateLine rate_line(const SendRun& run, Duration width);

}  // namespace evenkeel::bench
