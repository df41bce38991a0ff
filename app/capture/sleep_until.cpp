#include "app/capture/sleep_until.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace evenkeel {

bool sleep_until(LocalTime instant, const std::stop_token& stop) {
  const std::chrono::steady_clock::time_point until(instant.time_since_epoch());  // the same clock, CLOCK_MONOTONIC
  std::mutex mutex;
  std::condition_variable_any nothing;
  std::unique_lock lock(mutex);
  nothing.wait_until(lock, stop, until, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace evenkeel
