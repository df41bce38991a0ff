#pragma once

#include <array>
#include <functional>

#include "app/bench/loop_clock.h"
#include "app/bench/loop_driver.h"
#include "app/bench/send_run.h"

namespace evenkeel::bench {

/// Measures the cost of sending without a send loop. Sends the packets that are due at the absolute times at which RMC
/// would send if it never woke late: T_s apart, or further if no packet becomes due in between. Uses the same system
/// calls, and catches up at once after a late wake-up.
class BareLoop {
 public:
  BareLoop(LoopClock& clock, PacketOutlet& outlet) : clock_(clock), outlet_(outlet) {}

  /// Calls `stopped` at least every 100 ms. Call once only.
  void run(const SendPlan& plan, const std::function<bool()>& stopped);

  LocalTime started() const { return start_; }
  std::int64_t wake_ups() const { return wake_ups_; }
  std::int64_t refusals() const { return refusals_; }

 private:
  bool wait(LocalTime until, const std::function<bool()>& stopped);
  Duration last_tick(Duration time);
  Duration time_from(const SendPlan& plan, Duration earliest) const;
  void follow_rate(const SendPlan& plan, DataRate rate);
  void send_due(const SendPlan& plan, Duration time);

  LoopClock& clock_;
  PacketOutlet& outlet_;
  std::array<PacketRef, LoopDriver::largest_batch> batch_{};
  LocalTime start_;
  DataRate rate_;
  Duration tick_{};  // at rate_
  std::int64_t taken_ = 0;
  std::int64_t wake_ups_ = 0;
  std::int64_t refusals_ = 0;
};

/// RMC's T_s at this rate with the plan's parameters and round-trip time. Ignores parameters that are unknown or do not
/// affect T_s.
Duration bare_tick(const SendPlan& plan, DataRate rate);

}  // namespace evenkeel::bench
