#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/time.h"

namespace evenkeel {

/// Decides which of the peer's requests for a key frame the encoder hears of: none that the last key frame answers, and
/// at most one per 300 ms. A key frame is several times as large as other frames, and a peer may ask as often as it
/// likes: on a slow link one takes longer to send than a peer waits before it asks again, and each one more would delay
/// those before it.
class KeyFrameGate {
 public:
  static constexpr Duration min_interval = 300ms;
  /// For which an encoder may take to make a key frame that it was asked for.
  static constexpr Duration longest_encoding = 1s;

  /// The peer asks. Until the last packet of the last key frame has left, and a round trip is over since then, it
  /// cannot know that one yet: that request is answered already. Any other that comes too early waits.
  void request(LocalTime now, Duration round_trip_time) {
    if (leaving_ || (left_ && now < *left_ + round_trip_time) || is_encoding(now)) return;
    due_ = asked_ ? std::max(now, *asked_ + min_interval) : now;
  }
  /// One is needed, even if no receiver asked: what is under way does not help.
  void demand(LocalTime now) {
    *this = KeyFrameGate();
    due_ = now;
  }
  /// True once for each key frame that is due.
  bool take(LocalTime now) {
    if (!due_ || now < *due_) return false;
    due_.reset();
    asked_ = now;
    encoding_ = true;
    return true;
  }
  /// A key frame came from the encoder, asked for or not, and waits to leave.
  void on_key_frame(LocalTime now) {
    due_.reset();
    if (!std::exchange(encoding_, false)) asked_ = now;
    leaving_ = true;
  }
  /// The last packet of the last key frame left.
  void on_left(LocalTime now) {
    leaving_ = false;
    left_ = now;
  }
  /// The last key frame waits to leave, in part at least.
  bool leaving() const { return leaving_; }

 private:
  bool is_encoding(LocalTime now) const { return encoding_ && now < *asked_ + longest_encoding; }

  std::optional<LocalTime> due_;
  std::optional<LocalTime> asked_;  // the encoder
  std::optional<LocalTime> left_;   // the last key frame
  bool encoding_ = false;
  bool leaving_ = false;
};

}  // namespace evenkeel
