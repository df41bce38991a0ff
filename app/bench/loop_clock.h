#pragma once

#include <algorithm>
#include <utility>

#include "app/bench/sleep_model.h"
#include "core/base/time.h"

namespace evenkeel {

/// The clock of a send loop's thread: the machine's, or a kernel model in virtual time.
class LoopClock {
 public:
  virtual ~LoopClock() = default;
  virtual LocalTime now() = 0;
  /// Returns at `deadline` or later, as late as the kernel is; returns at once if the deadline has passed.
  virtual void wait_until(LocalTime deadline) = 0;
};

/// A virtual clock that jumps to when the sleep model wakes.
class VirtualClock final : public LoopClock {
 public:
  explicit VirtualClock(SleepModel sleep, LocalTime start = LocalTime(1h)) : sleep_(std::move(sleep)), now_(start) {}

  LocalTime now() override { return now_; }
  void wait_until(LocalTime deadline) override { now_ = std::max(now_, sleep_(now_, std::max(now_, deadline))); }
  /// Adds time that the process itself needs, such as a system call.
  void spend(Duration time) { now_ += time; }

 private:
  SleepModel sleep_;
  LocalTime now_;
};

}  // namespace evenkeel
