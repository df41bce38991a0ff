#include "app/media/sleep_until.h"

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace evenkeel {

bool sleep_until(LocalTime instant, const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const LocalTime now = monotonic_now();
    if (now >= instant) return true;
    const auto until = std::min(instant, now + 40ms).time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(until);
    const timespec t{static_cast<time_t>(seconds.count()), static_cast<long>((until - seconds).count())};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) == EINTR) {
    }
  }
  return false;
}

}  // namespace evenkeel
