#pragma once

#include <optional>

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

/// Decides when packets leave; never sleeps, never sends. The owner calls one of enqueue, set_rate, set_round_trip_time
/// or reset, then drains poll(now) until it returns nothing, and comes back at next_wake(). A packet that poll() gave
/// is the head of the queue until on_sent() confirms it; where the socket refuses it, it stays and counts as not sent.
/// Times must not decrease from call to call.
class SendLoop : public Tunable {
 public:
  virtual void enqueue(PacketRef packet, LocalTime now) = 0;
  virtual void set_rate(DataRate rate, LocalTime now) = 0;
  /// The smallest round-trip time known, for loops that derive their sampling time from it.
  virtual void set_min_round_trip_time(Duration rtt) = 0;
  virtual std::optional<PacketRef> poll(LocalTime now) = 0;
  virtual void on_sent(LocalTime now) = 0;
  /// Takes the head of the queue off unsent, not counted anywhere: the call paused. Nothing while the queue is empty.
  virtual std::optional<PacketRef> discard() = 0;
  /// Nothing while the queue is empty or the rate is zero. May lie in the past.
  virtual std::optional<LocalTime> next_wake() const = 0;
  /// Forgets the past (route change, pause): as if the loop started now. The queue stays.
  virtual void reset(LocalTime now) = 0;

  virtual DataSize queued() const = 0;
  virtual std::size_t queued_packets() const = 0;
  virtual SendLoopState state(LocalTime now) const = 0;
};

}  // namespace evenkeel
