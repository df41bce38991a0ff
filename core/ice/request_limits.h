#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/time.h"
#include "core/ice/stun_message.h"

namespace evenkeel {

/// Bounds the requests per second of which the integrity is computed: whoever saw a username can send any number.
class RequestBudget {
 public:
  static constexpr double per_second = 500;
  static constexpr double burst = 100;

  /// False where this one is too many.
  bool take(LocalTime now) {
    left_ = std::min(burst, left_ + std::max(0.0, to_seconds(now - filled_)) * per_second);
    filled_ = std::max(filled_, now);
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  double left_ = burst;
  LocalTime filled_{};
};

/// The transactions of the last valid requests: what comes again is a retransmission or a replay, and teaches nothing.
class SeenRequests {
 public:
  static constexpr std::size_t size = 256;

  /// Whether it is new; it is not from then on.
  bool insert(const StunTransactionId& id) {
    const auto end = ids_.begin() + static_cast<std::ptrdiff_t>(std::min(count_, size));
    if (std::find(ids_.begin(), end, id) != end) return false;
    ids_[count_++ % size] = id;
    return true;
  }

 private:
  std::array<StunTransactionId, size> ids_{};
  std::size_t count_ = 0;
};

}  // namespace evenkeel
