#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

#include "core/pacing/mismatch.h"
#include "core/parameters/parameter.h"

namespace evenkeel {

/// Decides how much may leave, and when; never what, never sleeps, never sends. The packets wait elsewhere
/// (PacedQueue): a pacer knows them by their sizes only. Its owner says when the queue fills and what left, asks due()
/// after every change, and comes back at next_wake(). Times must not decrease from call to call.
class Pacer : public Tunable {
 public:
  using Tunable::Tunable;

  /// Zero stops the sender, DataRate::unlimited() lets everything leave at once.
  virtual void set_rate(DataRate rate, LocalTime now) = 0;
  /// The queue was empty and a packet of this size came; nothing: all that waited was discarded, unsent.
  virtual void on_queue(std::optional<DataSize> head, LocalTime now) = 0;
  /// How many of the packets that wait, given by their sizes in the order of leaving and at least one, may leave now. A
  /// pacer that decides again after each packet allows one at a time. Those that do not leave after all, because the
  /// socket refuses them, are simply not reported by on_sent().
  virtual std::size_t due(std::span<const DataSize> waiting, LocalTime now) = 0;
  /// A packet left, due or not; a pacer that holds a mean rate makes up for one that was not. `next` waits behind it;
  /// nothing: the queue is empty now.
  virtual void on_sent(DataSize size, std::optional<DataSize> next, LocalTime now) = 0;
  /// When due() is to be asked again, with a packet of this size at the head; nothing at rate zero. May lie in the
  /// past.
  virtual std::optional<LocalTime> next_wake(DataSize head) const = 0;
  /// Forgets the past (route change, pause): as if the pacer started now. Rate and queue stay.
  virtual void reset(LocalTime now) = 0;

  /// The smallest round-trip time known, for pacers that derive their sampling time from it.
  void set_min_round_trip_time(Duration rtt) { min_rtt_ = rtt; }
  std::optional<Duration> min_round_trip_time() const { return min_rtt_; }
  /// Of a pacer that saves up for what comes after a pause: no more than the rate sends in this time. Nullopt: what its
  /// parameters say.
  void limit_idle(std::optional<Duration> longest) { longest_idle_ = longest; }
  std::optional<Duration> idle_limit() const { return longest_idle_; }
  /// r_c
  DataRate rate() const { return mismatch_.rate(); }
  /// d_c - d_e: what should have been sent by now less what was.
  double mismatch_bytes(LocalTime now) const {
    const double mismatch = mismatch_.bytes_at(now);
    return waiting_ ? mismatch : std::min(mismatch, idle_credit_);
  }

 protected:
  Mismatch mismatch_;
  std::optional<Duration> min_rtt_;
  std::optional<Duration> longest_idle_;
  bool waiting_ = false;    // the queue is not empty
  double idle_credit_ = 0;  // bytes: d_c - d_e is no more than this while the queue is empty
};

}  // namespace evenkeel
