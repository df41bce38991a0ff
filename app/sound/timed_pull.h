#pragma once

#include <mutex>
#include <stop_token>
#include <thread>

#include "app/sound/device_period.h"
#include "app/sound/loudspeaker.h"
#include "core/net/realtime.h"

namespace evenkeel {

/// Takes blocks each 10 ms while nobody else does. A device takes them by take(), as its clock goes; where it has not
/// done so for a while, the timer goes on in its place.
class TimedPull {
 public:
  using Listener = std::function<void(const SoundBlock& block)>;

  ~TimedPull() { stop(); }
  /// `listener`: gets what the timer takes; may be null.
  void start(SoundPull pull, Listener listener = {});
  void stop();

  /// For the thread of a device: the next block, which is heard that much later. Silence after stop().
  void take(SoundBlock& out, Duration held);
  /// The device is known to take nothing: the timer goes on at once.
  void on_lost();
  /// Of the thread that takes now.
  SchedulingClass scheduling() const { return realtime_.scheduling(); }

 private:
  void run(const std::stop_token& stop);
  void take_in_place(SoundBlock& block, LocalTime now);

  std::mutex mutex_;  // of what follows, and of calls of the function
  SoundPull pull_;
  Listener listener_;
  DevicePeriod device_;
  RealtimeThread realtime_;
  std::jthread thread_;
};

}  // namespace evenkeel
