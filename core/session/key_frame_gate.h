#pragma once

#include <algorithm>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// Decides which of the peer's requests for a key frame the encoder hears of: at most one per 300 ms or round trip,
/// whichever is longer. A key frame is several times as large as other frames, and a peer may ask as often as it likes.
class KeyFrameGate {
 public:
  static constexpr Duration min_interval = 300ms;

  /// The peer asks. Within a round trip after the last key frame it cannot know that one yet: that request is answered
  /// already. Any other that comes too early waits.
  void request(LocalTime now, Duration round_trip_time) {
    if (last_ && now < *last_ + round_trip_time) return;
    due_ = last_ ? std::max(now, *last_ + std::max(min_interval, round_trip_time)) : now;
  }
  /// One is needed, even if no receiver asked.
  void demand(LocalTime now) {
    last_.reset();
    due_ = now;
  }
  /// True once for each key frame that is due.
  bool take(LocalTime now) {
    if (!due_ || now < *due_) return false;
    due_.reset();
    last_ = now;
    return true;
  }

 private:
  std::optional<LocalTime> due_;
  std::optional<LocalTime> last_;
};

}  // namespace evenkeel
