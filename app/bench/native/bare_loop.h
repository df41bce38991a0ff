#pragma once

#include <array>
#include <functional>

#include "app/bench/loop_clock.h"
#include "app/bench/loop_driver.h"
#include "app/bench/send_run.h"

namespace evenkeel::bench {

/// What sending costs without a send loop: at the absolute times at which RMC would send if it never woke late, T_s
/// apart or further where not even one packet becomes due in between, the packets that have become due, by the same
/// system calls. What was slept through is made up for at once.
class BareLoop {
 public:
  BareLoop(LoopClock& clock, PacketOutlet& outlet) : clock_(clock), outlet_(outlet) {}

  /// `stopped` is asked at least every 100 ms. Once only.
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

/// T_s of RMC with the plan's parameters and round-trip time at this rate. Those that it does not know, or that have no
/// part in T_s, change nothing.
Duration bare_tick(const SendPlan& plan, DataRate rate);

}  // namespace evenkeel::bench
