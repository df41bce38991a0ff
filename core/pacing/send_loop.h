#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/parameters/parameter.h"
#include "core/units/packet_ref.h"

namespace evenkeel {

/// What a send loop shows of itself in telemetry.
struct SendLoopState {
  DataRate rate;              ///< r_c
  double mismatch_bytes = 0;  ///< d_c - d_e: what should have been sent by now less what was
  DataSize forgiven;          ///< error dropped by anti-windup since the start
  Duration sampling_time{};   ///< T_s, zero for loops that have none
};

/// Decides when packets leave; never sleeps, never sends. The owner calls one of enqueue, set_rate,
/// set_min_round_trip_time or reset, then drains poll() or poll_batch() until it returns nothing, and comes back at
/// next_wake(). Packets that were polled are the head of the queue until on_sent() or on_batch_sent() confirms them;
/// those that the socket refuses stay and count as not sent. Times must not decrease from call to call.
class SendLoop : public Tunable {
 public:
  using Tunable::Tunable;

  virtual void enqueue(PacketRef packet, LocalTime now) = 0;
  virtual void set_rate(DataRate rate, LocalTime now) = 0;
  /// The smallest round-trip time known, for loops that derive their sampling time from it.
  virtual void set_min_round_trip_time(Duration rtt) = 0;
  /// The packets that may leave now, in their order, at most as many as `out` has room for; returns how many. A loop
  /// that decides anew after each packet gives one at a time.
  virtual std::size_t poll_batch(LocalTime now, std::span<PacketRef> out) = 0;
  /// The first `count` of the packets that the last poll_batch() gave have left; the others have not.
  virtual void on_batch_sent(std::size_t count, LocalTime now) = 0;
  /// The head of the queue, due or not. Who sends it confirms it by on_sent(); a loop that
  /// holds a mean rate makes up for it.
  virtual std::optional<PacketRef> head() const = 0;
  /// Takes the head of the queue off unsent, not counted anywhere: the call paused. Nothing while the queue is empty.
  virtual std::optional<PacketRef> discard() = 0;
  /// Nothing while the queue is empty or the rate is zero. May lie in the past.
  virtual std::optional<LocalTime> next_wake() const = 0;
  /// Forgets the past (route change, pause): as if the loop started now. The queue stays.
  virtual void reset(LocalTime now) = 0;

  virtual DataSize queued() const = 0;
  virtual std::size_t queued_packets() const = 0;
  virtual SendLoopState state(LocalTime now) const = 0;

  /// One packet at a time.
  std::optional<PacketRef> poll(LocalTime now) {
    PacketRef packet;
    return poll_batch(now, {&packet, 1}) == 1 ? std::optional(packet) : std::nullopt;
  }
  void on_sent(LocalTime now) { on_batch_sent(1, now); }
};

}  // namespace evenkeel
