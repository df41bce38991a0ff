#pragma once

#include <optional>
#include <vector>

#include "app/bench/send_run.h"

namespace evenkeel::bench {

/// Which windows to use. Quiet: without the loaded time, the second after it, and windows that overlap either.
enum class Windows { quiet, all };

/// (r - r_c) / r_c of consecutive windows, as fractions. The last window is left out, because its last packet may still
/// be due.
std::vector<double> window_errors(const SendRun& run, Duration width, Windows which);

/// Lateness of each packet in us, relative to when d_c, the integral of r_c, reached its last byte. Packets that the
/// kernel stamped together count separately.
std::vector<double> lateness_us(const SendRun& run, Duration from, Duration to);

/// Times between consecutive packets in ms; zero within a batch.
std::vector<double> intervals_ms(const SendRun& run, Duration from, Duration to);

/// The 5 % settling time (section V.B of the RMC paper): from `at` until the rate stays within 5 % of `final_rate`
/// until `until`. The rate at an arrival is its bytes over the time since the previous one: one iteration's rate if
/// arrivals are merged accordingly. Returns nullopt if it does not settle.
std::optional<Duration> settling_time(const ArrivalCurve& curve, Duration at, Duration until, DataRate final_rate);

/// Mean rates over windows, for a plot.
struct RateLine {
  std::vector<double> seconds;
  std::vector<double> megabits;
};
RateLine rate_line(const SendRun& run, Duration width);

}  // namespace evenkeel::bench
