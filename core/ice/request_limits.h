#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/base/time.h"
#include "core/ice/stun_message.h"

namespace evenkeel {

/// So many per second, and so many at once.
struct RequestRate {
  double per_second = 0;
  double burst = 0;
};
/// Requests of which the integrity is computed: whoever saw a username can send any number.
inline constexpr RequestRate authenticated_requests{500, 100};
/// Requests that come again and are answered: whoever saw a valid one can send it any number of times, and the answers
/// take what the link carries from the media. A peer repeats one a few times at most. Those from addresses that are
/// known and those from others have a budget each.
inline constexpr RequestRate repeated_requests{20, 20};

/// What is left of a rate.
class RequestBudget {
 public:
  explicit RequestBudget(const RequestRate& rate) : rate_(rate), left_(rate.burst) {}

  /// False where this one is too many.
  bool take(LocalTime now) {
    left_ = std::min(rate_.burst, left_ + std::max(0.0, to_seconds(now - filled_)) * rate_.per_second);
    filled_ = std::max(filled_, now);
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

 private:
  RequestRate rate_;
  double left_;
  LocalTime filled_{};
};

/// The transactions of the last valid requests: what comes again is a retransmission or a replay, and teaches nothing.
/// Only who has the password adds to them: a call of a day has some 17,000 checks of consent.
class SeenRequests {
 public:
  static constexpr std::size_t size = 32'768;

  /// Whether it is new; it is not from then on.
  bool insert(const StunTransactionId& id) {
    if (std::ranges::find(ids_, id) != ids_.end()) return false;
    if (ids_.size() < size)
      ids_.push_back(id);
    else
      ids_[count_ % size] = id;
    ++count_;
    return true;
  }

 private:
  std::vector<StunTransactionId> ids_;
  std::size_t count_ = 0;
};

}  // namespace evenkeel
