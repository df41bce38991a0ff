#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/data_rate.h"
#include "core/base/time.h"

namespace evenkeel::bench {

/// Bytes that arrived at one time: a packet, a batch that the kernel stamped as one, or packets merged within the
/// requested resolution.
struct Arrival {
  Duration time{};         ///< since the sender started
  std::int64_t bytes = 0;  ///< IP packets: payload, UDP and IP headers
  std::int32_t packets = 0;
};

/// The cumulative sum of received bytes over time. Arrivals are in the order of time.
class ArrivalCurve {
 public:
  ArrivalCurve() = default;
  explicit ArrivalCurve(std::vector<Arrival> arrivals);

  std::span<const Arrival> arrivals() const { return arrivals_; }
  std::int64_t packets() const;
  /// The sum up to and including a time. With a rate, the bytes of an arrival are spread evenly over the time just
  /// before it that one packet takes at this rate: a window of one second then holds 83.3 packets of 1500 bytes at 1
  /// Mbps, not 83 or 84, while pauses and the bursts after them remain visible.
  double bytes_at(Duration time, DataRate rate = DataRate::unlimited()) const;
  /// Bytes that arrived in [from, to) over its length: the papers' E[r_e], counting whole packets.
  DataRate counted_rate(Duration from, Duration to) const;

 private:
  std::vector<Arrival> arrivals_;
  std::vector<std::int64_t> sums_;  // after each arrival
};

}  // namespace evenkeel::bench
