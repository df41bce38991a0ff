#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/units/data_rate.h"
#include "core/units/time.h"

namespace evenkeel::bench {

/// Bytes that came at one time: a packet, or a batch that the kernel stamped as one, or what came within the
/// resolution asked for.
struct Arrival {
  Duration time{};         ///< since the sender started
  std::int64_t bytes = 0;  ///< IP packets: payload, UDP and IP headers
  std::int32_t packets = 0;
};

/// What arrived, as the growing sum of bytes over time. Between two arrivals the sum is a straight line: bytes count
/// for the time in which they were due, so that a window of one second holds 83.3 packets of 1500 bytes at 1 Mbps and
/// not 83 or 84. Arrivals in the order of time.
class ArrivalCurve {
 public:
  ArrivalCurve() = default;
  explicit ArrivalCurve(std::vector<Arrival> arrivals);

  std::span<const Arrival> arrivals() const { return arrivals_; }
  std::int64_t packets() const;
  /// Sum at a time, 0 at time 0; flat after the last arrival.
  double bytes_at(Duration time) const;
  /// All bytes that came in [from, to) over its length: the papers' E[r_e], with whole packets.
  DataRate counted_rate(Duration from, Duration to) const;
  /// Slope of the curve between two times.
  DataRate rate(Duration from, Duration to) const;
  /// Of windows of `width` side by side.
  std::vector<double> window_rates_bps(Duration from, Duration to, Duration width) const;

 private:
  std::vector<Arrival> arrivals_;
  std::vector<std::int64_t> sums_;  // after each arrival
};

}  // namespace evenkeel::bench
