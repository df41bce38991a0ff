#pragma once

#include <algorithm>

#include "core/control/rate_controller.h"
#include "core/path/path_monitor.h"
#include "core/session/send_queue.h"

namespace evenkeel {

/// The controller's limit of bytes in flight. What is beyond it stays at the head of the queue.
///
/// If all reports are lost, none will ever name what is in flight: then one packet at a time goes
/// out beyond the window, whose report settles the fate of those before it.
class SendWindow {
 public:
  void set(std::optional<DataSize> limit) { limit_ = limit; }
  void on_sent(LocalTime now) { last_sent_ = now; }

  bool full(const PathMonitor& path) const { return limit_ && path.history().in_flight() >= *limit_; }
  /// When a full window lets one packet pass.
  LocalTime opens(const PathMonitor& path) const {
    const Duration two_round_trips = 2 * path.round_trip_time().minimum().value_or(Duration::zero());
    return last_sent_ + std::max<Duration>(two_round_trips, shortest_wait);
  }
  /// How many of the first `count` packets may leave: each for which the window is not full after those before.
  std::size_t within(const SendQueue& queue, std::size_t count, const PathMonitor& path) const {
    if (!limit_) return count;
    if (full(path)) return std::min<std::size_t>(count, 1);
    DataSize in_flight = path.history().in_flight();
    std::size_t n = 0;
    for (; n < count && in_flight < *limit_; ++n) in_flight += queue[n].wire;
    return n;
  }

 private:
  static constexpr Duration shortest_wait = 300ms;
  std::optional<DataSize> limit_;
  LocalTime last_sent_{};
};

}  // namespace evenkeel
