#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/data_rate.h"
#include "core/base/time.h"

namespace evenkeel::bench {

/// Bytes that came at one time: a packet, or a batch that the kernel stamped as one, or what came within the
/// resolution asked for.
struct Arrival {
  Duration time{};         ///< since the sender started
  std::int64_t bytes = 0;  ///< IP packets: payload, UDP and IP headers
  std::int32_t packets = 0;
};

/// What arrived, as the growing sum of bytes over time. Arrivals in the order of time.
class ArrivalCurve {
 public:
  ArrivalCurve() = default;
  explicit ArrivalCurve(std::vector<Arrival> arrivals);

  std::span<const Arrival> arrivals() const { return arrivals_; }
  std::int64_t packets() const;
  /// Sum at a time; what came at that very time has come. With a rate the bytes of an arrival come evenly within the
  /// time that one packet takes at it, right before: so a window of one second holds 83.3 packets of 1500 bytes at 1
  /// Mbps and not 83 or 84, while a pause shows, and so does the burst after it.
  double bytes_at(Duration time, DataRate rate = DataRate::unlimited()) const;
  /// All bytes that came in [from, to) over its length: the papers' E[r_e], with whole packets.
  DataRate counted_rate(Duration from, Duration to) const;

 private:
  std::vector<Arrival> arrivals_;
  std::vector<std::int64_t> sums_;  // after each arrival
};

}  // namespace evenkeel::bench
