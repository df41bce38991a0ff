#pragma once

#include "core/base/time.h"

namespace evenkeel {

/// What a send loop's thread sleeps by: the machine's clock, or a model of a kernel in virtual time.
class LoopClock {
 public:
  virtual ~LoopClock() = default;
  virtual LocalTime now() = 0;
  /// Returns at `deadline` or later, as late as the kernel happens to be; at once where it has passed.
  virtual void wait_until(LocalTime deadline) = 0;
};

}  // namespace evenkeel
