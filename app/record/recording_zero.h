#pragma once

#include <mutex>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// The time from which all files of a recording count, so that they are in step: that of whatever comes first. From any
/// thread.
class RecordingZero {
 public:
  /// Zero itself the first time; never negative.
  Duration since(LocalTime time) {
    const std::lock_guard lock(mutex_);
    if (!zero_) zero_ = time;
    return time > *zero_ ? time - *zero_ : Duration::zero();
  }

 private:
  std::mutex mutex_;
  std::optional<LocalTime> zero_;
};

}  // namespace evenkeel
