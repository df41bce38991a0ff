#pragma once

#include <functional>

#include "app/bench/native/socket_outlet.h"
#include "app/bench/send_run.h"
#include "core/pacing/loop_clock.h"

namespace evenkeel::bench {

/// What sending costs without a send loop: at absolute times, T_s of RMC apart, the packets that have become due in
/// between, by the same system calls. Ticks that were slept through are made up for at once.
class BareLoop {
 public:
  BareLoop(LoopClock& clock, SocketOutlet& outlet) : clock_(clock), outlet_(outlet) {}

  void run(const SendPlan& plan, const std::function<bool()>& stopped);

  LocalTime started() const { return start_; }
  std::int64_t wake_ups() const { return wake_ups_; }
  std::int64_t refusals() const { return refusals_; }

 private:
  void send_due(const SendPlan& plan, Duration time);

  LoopClock& clock_;
  SocketOutlet& outlet_;
  LocalTime start_;
  std::int64_t wake_ups_ = 0;
  std::int64_t refusals_ = 0;
};

/// T_s of RMC with its defaults at this rate.
Duration bare_tick(DataRate rate, DataSize packet);

}  // namespace evenkeel::bench
