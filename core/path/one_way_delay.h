#pragma once

#include <algorithm>
#include <optional>

#include "core/path/confirmed_minimum.h"
#include "core/path/delay_envelope.h"
#include "core/path/packet_result.h"
#include "core/path/round_trip_time.h"

namespace evenkeel {

/// The one place where our clock and the peer's meet.
///
/// With one clock at both ends the delay is a difference. With two it is an estimate: the queueing delay, as the
/// envelope of the relative delays tells it, plus half the minimum round-trip time:
///     e = (d - base) + RTT_min / 2
/// Its errors: half the path's asymmetry, constant; and, for a flow that joins a standing queue q0, -q0/2 until the
/// queue once drains.
class OneWayDelay {
 public:
  explicit OneWayDelay(DelayKind kind) : kind_(kind), envelope_(true) {}

  DelayKind kind() const { return kind_; }

  /// Packets are to be given in the order of their sending. Nothing while an estimate still lacks a round-trip time.
  std::optional<Duration> add(LocalTime sent, RemoteTime arrival, const RoundTripTime& round_trip_time) {
    const Duration relative = arrival.time_since_epoch() - sent.time_since_epoch();
    if (kind_ == DelayKind::true_) return add_true(sent, std::max(relative, Duration::zero()));
    queueing_delay_ = envelope_.add(sent, relative, round_trip_time.latest());
    if (!round_trip_time.minimum()) return std::nullopt;
    propagation_delay_ = *round_trip_time.minimum() / 2;
    return *queueing_delay_ + *propagation_delay_;
  }

  /// Of the packet that add() got last: what it had above the path's base; never negative.
  std::optional<Duration> queueing_delay() const { return queueing_delay_; }
  /// The path without queues, as believed at that packet: the smallest confirmed delay of the last ten
  /// minutes (ConfirmedMinimum), or RTT_min / 2.
  std::optional<Duration> propagation_delay() const { return propagation_delay_; }
  /// The part of the last estimate that is a guess; zero of true delays.
  Duration assumed_propagation() const {
    return kind_ == DelayKind::true_ ? Duration::zero() : propagation_delay_.value_or(Duration::zero());
  }
  double skew() const { return envelope_.skew(); }
  /// What was taken for a queue is the path's: the base is learned anew, the skew stays.
  void forget_base() {
    envelope_.forget_base();
    minimum_.refute();
  }

 private:
  Duration add_true(LocalTime sent, Duration delay) {  // reports round to 1/1024 s: it may have been below zero
    minimum_.add(sent, delay);
    propagation_delay_ = minimum_.value();
    queueing_delay_ = std::max(delay - *propagation_delay_, Duration::zero());
    return delay;
  }

  DelayKind kind_;
  DelayEnvelope envelope_;                 // of an estimate
  ConfirmedMinimum minimum_{10min, 1min};  // of true delays: as of the round trip, for there is no skew
  std::optional<Duration> queueing_delay_;
  std::optional<Duration> propagation_delay_;
};

}  // namespace evenkeel
