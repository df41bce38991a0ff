#pragma once

#include <atomic>

#include "core/base/time.h"

namespace evenkeel {

/// Lets a thread sleep to an absolute deadline and be woken before it.
class Wakeup {
 public:
  /// Throws std::system_error where the kernel has no file descriptors left.
  Wakeup();
  ~Wakeup();
  Wakeup(const Wakeup&) = delete;
  Wakeup& operator=(const Wakeup&) = delete;

  /// From any thread. A call before wait_until() makes that return at once.
  void wake();

  /// Returns at the deadline or when woken, whichever comes first. LocalTime::max(): only when woken.
  /// `spin`: the time before the deadline in which it polls, which costs that much of a processor per wake-up.
  void wait_until(LocalTime deadline, Duration spin = Duration::zero());

 private:
  void sleep_until(LocalTime deadline);

  std::atomic<bool> woken_{false};  // of the same as event_, for who waits awake
  int timer_ = -1;
  int event_ = -1;
};

}  // namespace evenkeel
