#pragma once

#include <algorithm>
#include <utility>

#include "app/bench/loop_clock.h"
#include "app/bench/sleep_model.h"

namespace evenkeel {

/// A clock that jumps to where the sleep model wakes; nothing happens in between.
class VirtualClock final : public LoopClock {
 public:
  explicit VirtualClock(SleepModel sleep, LocalTime start = LocalTime(1h)) : sleep_(std::move(sleep)), now_(start) {}

  LocalTime now() override { return now_; }
  void wait_until(LocalTime deadline) override { now_ = std::max(now_, sleep_(now_, std::max(now_, deadline))); }
  /// What the process itself takes: the time of a system call.
  void spend(Duration time) { now_ += time; }

 private:
  SleepModel sleep_;
  LocalTime now_;
};

}  // namespace evenkeel
