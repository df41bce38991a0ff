#pragma once

#include "core/telemetry/sample.h"
#include "core/telemetry/spsc_ring.h"

namespace evenkeel {

/// Telemetry from one thread to the one that draws and writes it.
using SampleRing = SpscRing<Sample>;
/// Ten samples a second: the reader, who looks every 15 to 50 ms and waits for no disk, may be away for 6 s. A sample
/// has 1.5 kB, and each end of a call six rings.
inline constexpr std::size_t sample_ring_size = 64;

/// The common grid of all threads' samples: one per 100 ms of the run, and one per second while `rests`, as where a
/// listener waits: nothing happens, and a laptop should rest.
class SampleGrid {
 public:
  static constexpr Duration interval = 100ms;
  static constexpr Duration rest_interval = 1s;

  explicit SampleGrid(LocalTime start) : start_(start), next_(start + interval) {}

  LocalTime next(bool rests = false) const {
    if (!rests) return next_;
    return start_ + (next_ - start_ + rest_interval - Duration(1)) / rest_interval * rest_interval;
  }
  /// The time of the row that is due, or nothing. Rows that were slept through are skipped.
  std::optional<Duration> due(LocalTime now, bool rests = false) {
    if (now < next(rests)) return std::nullopt;
    const auto rows = (now - start_) / interval;
    next_ = start_ + (rows + 1) * interval;
    return rows * interval;
  }

 private:
  LocalTime start_;
  LocalTime next_;
};

}  // namespace evenkeel
