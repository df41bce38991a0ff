#pragma once

#include <atomic>

#include "app/bench/loop_clock.h"

namespace evenkeel {

/// The clock of this machine. Sleeps to absolute deadlines, so that lateness does not add up. The waiting thread must
/// construct it: outside the real-time classes the kernel wakes a thread up to 50 us late, its timer slack (prctl(2)),
/// which the constructor reduces to the minimum. (The timers of Wakeup have no slack.)
class NativeClock final : public LoopClock {
 public:
  /// `spin`: wakes up this long before a deadline and busy-waits. `stop`: if set, a signal ends the sleep early. May be
  /// null; otherwise it must outlive the clock.
  explicit NativeClock(Duration spin = Duration::zero(), const std::atomic<bool>* stop = nullptr);

  LocalTime now() override;
  void wait_until(LocalTime deadline) override;

 private:
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

  Duration spin_;
  const std::atomic<bool>* stop_;
};

}  // namespace evenkeel
