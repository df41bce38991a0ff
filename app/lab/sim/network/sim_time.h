#pragma once

#include <ns3/event-id.h>
#include <ns3/nstime.h>
#include <ns3/simulator.h>

#include <functional>

#include "core/base/time.h"

namespace evenkeel::sim {

/// The start of a run, on the clock that all its hosts share. Not zero, so that unset times stand out.
inline constexpr LocalTime epoch{1000s};

/// Simulated time since the start of the run.
inline Duration elapsed() { return Duration(ns3::Simulator::Now().GetNanoSeconds()); }
inline LocalTime now() { return epoch + elapsed(); }

/// The argument must not be negative.
inline ns3::Time to_ns3(Duration d) { return ns3::NanoSeconds(static_cast<std::uint64_t>(d.count())); }

/// Wakes a state machine at the time it asks for. At most one event is pending: when the time moves to later, as it
/// does with each packet, that event is left to fire too early and schedules the next, which is cheaper than removing
/// it from the simulator's queue. Must outlive the simulation.
class Alarm {
 public:
  explicit Alarm(std::function<void()> action) : action_(std::move(action)) {}
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// Replaces the earlier time. A time in the past fires at once; LocalTime::max() never fires.
  void set(LocalTime at);

 private:
  void schedule(LocalTime at);
  void on_event();

  std::function<void()> action_;
  LocalTime at_ = LocalTime::max();
  LocalTime event_at_ = LocalTime::max();  // of the pending event; max() if there is none
  ns3::EventId event_;
};

}  // namespace evenkeel::sim
