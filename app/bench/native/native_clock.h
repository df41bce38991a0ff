#pragma once

#include <atomic>

#include "app/bench/loop_clock.h"

namespace evenkeel {

/// The clock of this machine. Sleeps to absolute deadlines, so that lateness does not add up. To be made by the thread
/// that waits: outside the real-time classes the kernel wakes a thread up to 50 us late for the sake of others, its
/// timer slack (prctl(2)), and does so no more for one that made a NativeClock. (Wakeup's timers know no slack.)
class NativeClock final : public LoopClock {
 public:
  /// `spin`: wakes up so long before a deadline and waits for it awake; costs that much of a processor per wake-up.
  /// `stop`: once set, a signal ends the sleep before its deadline. May be null; must outlive the clock otherwise.
  explicit NativeClock(Duration spin = Duration::zero(), const std::atomic<bool>* stop = nullptr);

  LocalTime now() override;
  void wait_until(LocalTime deadline) override;

 private:
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

  Duration spin_;
  const std::atomic<bool>* stop_;
};

}  // namespace evenkeel
