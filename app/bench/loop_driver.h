#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "app/bench/loop_clock.h"
#include "app/bench/send_run.h"
#include "core/link/link.h"
#include "core/session/paced_queue.h"

namespace evenkeel::bench {

/// Where packets are sent.
class PacketOutlet {
 public:
  virtual ~PacketOutlet() = default;
  /// Sends the packets in order and returns how many were accepted, counted from the first.
  virtual std::size_t send(std::span<const PacketRef> packets) = 0;
};

/// Keeps a paced queue full and drives it as the pacer thread of a call does: drain it, sleep until its next wake-up,
/// repeat. Works with the machine's clock and a virtual one. Does not allocate per packet.
class LoopDriver {
 public:
  /// Maximum number of packets per PacketOutlet::send(). Slots count up by one per packet, so that an outlet may keep
  /// packet n at n mod largest_batch.
  static constexpr std::size_t largest_batch = 256;

  LoopDriver(PacedQueue& queue, LoopClock& clock, PacketOutlet& outlet, DataSize packet);

  /// Runs for plan.duration with the plan's rate, steps and round-trip time. Calls `stopped` after each wake-up and
  /// each batch, at least every 100 ms. Call once only.
  void run(const SendPlan& plan, const std::function<bool()>& stopped);

  /// When run() began; the epoch before that.
  LocalTime started() const { return start_; }
  std::int64_t wake_ups() const { return wake_ups_; }
  std::int64_t packets_sent() const { return packets_sent_; }
  /// Packets that were not accepted at first; each counts once, however often it was offered.
  std::int64_t refusals() const { return refusals_; }

 private:
  enum class Outcome { idle, sent, refused };

  void begin(const SendPlan& plan);
  void apply_steps(const SendPlan& plan, LocalTime now);
  Outcome send_batch(LocalTime now);
  void count(std::size_t offered, std::size_t taken);
  void refill(LocalTime now);
  LocalTime next_deadline(const SendPlan& plan, LocalTime now) const;

  PacedQueue& queue_;
  LoopClock& clock_;
  PacketOutlet& outlet_;
  DataSize packet_;
  std::array<PacketRef, largest_batch> batch_;
  LocalTime start_;
  std::size_t next_step_ = 0;
  std::uint32_t next_slot_ = 0;
  std::size_t refused_at_head_ = 0;  // packets at the head of the queue that are counted already
  std::int64_t wake_ups_ = 0;
  std::int64_t packets_sent_ = 0;
  std::int64_t refusals_ = 0;
};

}  // namespace evenkeel::bench
