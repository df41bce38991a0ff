#pragma once

#include <deque>

#include "core/base/time.h"

namespace evenkeel {

/// How many events there were in the last second: pictures per second.
class RateCounter {
 public:
  void on_event(LocalTime now) {
    events_.push_back(now);
    forget(now);
  }
  double per_second(LocalTime now) {
    forget(now);
    return static_cast<double>(events_.size());
  }

 private:
  void forget(LocalTime now) {
    while (!events_.empty() && events_.front() + 1s <= now) events_.pop_front();
  }
  std::deque<LocalTime> events_;
};

}  // namespace evenkeel
