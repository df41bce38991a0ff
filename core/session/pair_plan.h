#pragma once

#include <optional>
#include <utility>

#include "core/base/time.h"

namespace evenkeel {

/// When two packets leave together because the controller asks for packet pairs. Where no second packet waits, the pair
/// waits as well.
class PairPlan {
 public:
  void start(LocalTime now) {
    second_follows_ = false;
    next_ = now;
  }
  /// A packet has left; `interval` is what the controller asks for.
  void on_sent(std::optional<Duration> interval, bool more_waits, LocalTime now) {
    const bool was_second = std::exchange(second_follows_, false);
    if (was_second || !interval || now < next_ || !more_waits) return;
    second_follows_ = true;
    next_ = now + *interval;
  }
  /// The next packet leaves with the one before.
  bool second_follows() const { return second_follows_; }

 private:
  bool second_follows_ = false;
  LocalTime next_{};
};

}  // namespace evenkeel
