#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "app/bench/send_run.h"
#include "core/pacing/loop_clock.h"
#include "core/pacing/send_loop.h"

namespace evenkeel::bench {

/// Takes packets off a send loop's hands.
class PacketOutlet {
 public:
  virtual ~PacketOutlet() = default;
  /// Sends the packets in their order; returns how many were taken, counted from the first.
  virtual std::size_t send(std::span<const PacketRef> packets) = 0;
};

/// Keeps a send loop's queue full and drives it as the pacer thread of a call does: drain it, sleep to its next
/// wake-up, come back. The same code by the machine's clock and by a virtual one. Nothing is allocated per packet.
class LoopDriver {
 public:
  LoopDriver(SendLoop& loop, LoopClock& clock, PacketOutlet& outlet, DataSize packet);

  /// From now on for plan.duration, with the plan's rate and steps; `stopped` is asked after each wake-up.
  void run(const SendPlan& plan, const std::function<bool()>& stopped);

  std::int64_t wake_ups() const { return wake_ups_; }
  std::int64_t packets_sent() const { return packets_sent_; }
  std::int64_t refusals() const { return refusals_; }

 private:
  void drain();
  void refill();

  SendLoop& loop_;
  LoopClock& clock_;
  PacketOutlet& outlet_;
  DataSize packet_;
  std::uint32_t next_slot_ = 0;
  std::int64_t wake_ups_ = 0;
  std::int64_t packets_sent_ = 0;
  std::int64_t refusals_ = 0;
};

}  // namespace evenkeel::bench
