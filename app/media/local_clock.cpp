#include "app/media/local_clock.h"

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace evenkeel {

LocalTime read_local_clock() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return LocalTime(std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec));
}

bool sleep_until(LocalTime instant, const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    const LocalTime now = read_local_clock();
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
