#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/units/time.h"

namespace evenkeel::darc {

/// How much the delay differs from packet to packet, as an allowance J of the target queue: what jitter pretends to be
/// a queue must not be drained. J = min(15 ms, 2.5 (median |q_i - q_{i-1}| - 1 ms)+); reports round to 1 ms.
class Jitter {
 public:
  void on_queue(Duration queue) {
    if (known_) differences_[count_++ % differences_.size()] = queue > last_ ? queue - last_ : last_ - queue;
    last_ = queue;
    known_ = true;
  }

  Duration allowance() const {
    const std::size_t n = std::min(count_, differences_.size());
    if (n < differences_.size() / 2) return Duration::zero();
    auto sorted = differences_;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(n / 2);
    std::nth_element(sorted.begin(), middle, sorted.begin() + static_cast<std::ptrdiff_t>(n));
    const Duration above = std::max(*middle - resolution, Duration::zero());
    return std::min(above * 5 / 2, most);
  }

  void reset() { *this = Jitter(); }

 private:
  static constexpr Duration resolution = 1ms;
  static constexpr Duration most = 15ms;
  std::array<Duration, 64> differences_{};
  std::size_t count_ = 0;
  Duration last_{};
  bool known_ = false;
};

}  // namespace evenkeel::darc
