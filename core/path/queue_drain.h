#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/time.h"

namespace evenkeel {

/// Tells a queue that drains from a path that dips. A queue falls by less than the time that passes, since packets
/// of ours go on to take their share of the bottleneck; where a path becomes shorter, packets overtake those before or
/// come together with them, and the delay falls by all of that time or more.
class QueueDrain {
 public:
  /// Returns whether `delay`, which is below `floor`, is that of a queue that drains: several packets below it and none
  /// of the last 100 ms fell by more than 3/4 of the time. In the order of sending.
  bool add(LocalTime sent, Duration delay, Duration floor) {
    if (falls_too_fast(sent, delay)) jumped_ = sent;
    newest_[count_++ % newest_.size()] = {sent, delay};
    if (delay >= floor) below_ = 0;
    if (delay < floor && below_++ == 0) below_since_ = sent;
    return below_ >= few && sent - below_since_ >= shortest && sent - jumped_ > memory;
  }

 private:
  struct Packet {
    LocalTime sent;
    Duration delay;
  };
  static constexpr int few = 3;
  static constexpr Duration shortest = std::chrono::milliseconds(10);  // for which the rounding makes no difference
  static constexpr Duration memory = std::chrono::milliseconds(100);   // as long as packets that confirm take
  static constexpr Duration rounding = std::chrono::milliseconds(1);   // of a difference of delays

  bool falls_too_fast(LocalTime sent, Duration delay) const {
    const auto too_fast = [&](const Packet& before) {
      return before.delay - delay > (sent - before.sent) * 3 / 4 + rounding;
    };
    const auto known = static_cast<std::ptrdiff_t>(std::min(count_, newest_.size()));
    return std::any_of(newest_.begin(), newest_.begin() + known, too_fast);
  }

  std::array<Packet, 8> newest_{};
  std::size_t count_ = 0;
  int below_ = 0;  // so many of the newest
  LocalTime below_since_{};
  LocalTime jumped_{};
};

}  // namespace evenkeel
