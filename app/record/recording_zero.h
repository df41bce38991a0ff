#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "core/base/time.h"

namespace evenkeel {

/// The time from which all files of a recording count, so that they are in step: that of whatever comes first. From any
/// thread, and without a lock: one of them may be real-time.
class RecordingZero {
 public:
  /// Zero itself the first time; negative for what comes later and was earlier.
  Duration since(LocalTime time) {
    const std::int64_t now = time.time_since_epoch().count();
    std::int64_t zero = none;
    if (zero_.compare_exchange_strong(zero, now)) return Duration::zero();
    return Duration(now - zero);
  }

  /// For the next recording.
  void reset() { zero_ = none; }

 private:
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();

  std::atomic<std::int64_t> zero_{none};
};

}  // namespace evenkeel
