#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/time.h"
#include "core/telemetry/row_mean.h"

namespace evenkeel {

/// What frames of video take in the pacer, for telemetry: the wait behind earlier ones, and their own sending.
class FrameSendTimes {
 public:
  /// A frame comes to the pacer, which still needs `wait` for the media before it.
  void on_frame(Duration wait) { longest_wait_ = std::max(longest_wait_.value_or(wait), wait); }

  /// A packet of the frame with this RTP timestamp left; frames leave in their order.
  void on_left(std::uint32_t timestamp, bool last, LocalTime now) {
    if (leaving_ != timestamp) first_left_ = now;
    leaving_ = timestamp;
    if (last) send_time_.add(to_milliseconds(now - first_left_));
  }

  /// The longest wait since the last call, in ms, so that no frame of a row waited longer; nullopt without frames.
  std::optional<double> take_longest_wait() {
    const auto longest = std::exchange(longest_wait_, std::nullopt);
    return longest ? std::optional(to_milliseconds(*longest)) : std::nullopt;
  }
  /// From the first packet to the last one, in ms: the mean of the frames whose last packet left since the last call.
  std::optional<double> take_send_time() { return send_time_.take(); }

 private:
  std::optional<Duration> longest_wait_;
  std::optional<std::uint32_t> leaving_;
  LocalTime first_left_{};
  RowMean send_time_;
};

}  // namespace evenkeel
