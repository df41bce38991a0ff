#pragma once

#include <ns3/event-id.h>

#include <functional>

#include "core/base/time.h"

namespace evenkeel::sim {

/// Wakes a state machine at the time that it names. There is one event at most: where the time moves to later, as it
/// does with each packet, the pending event is left to fire and finds that it is too early, which is cheaper than to
/// take it out of the simulator's queue. Must outlive the simulation.
class Alarm {
 public:
  explicit Alarm(std::function<void()> action) : action_(std::move(action)) {}
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// In place of the time set before. A time that is past rings at once; LocalTime::max(): never.
  void set(LocalTime at);

 private:
  void schedule(LocalTime at);
  void on_event();

  std::function<void()> action_;
  LocalTime at_ = LocalTime::max();
  LocalTime event_at_ = LocalTime::max();  // of the pending event; max: there is none
  ns3::EventId event_;
};

}  // namespace evenkeel::sim
