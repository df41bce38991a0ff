#include "app/bench/native/native_clock.h"

#include <sys/prctl.h>

#include <cerrno>
#include <ctime>

#include "core/net/clock.h"

namespace evenkeel {
namespace {

timespec to_timespec(LocalTime t) {
  const auto ns = t.time_since_epoch().count();
  return {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
}

}  // namespace

NativeClock::NativeClock(Duration spin, const std::atomic<bool>* stop) : spin_(spin), stop_(stop) {
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);  // 0 would mean the default
}

LocalTime NativeClock::now() { return monotonic_now(); }

void NativeClock::wait_until(LocalTime deadline) {
  if (deadline <= now()) return;
  if (deadline - spin_ > now()) {
    const timespec wake = to_timespec(deadline - spin_);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nullptr) == EINTR) {
      if (stopped()) return;
    }
  }
  while (now() < deadline && !stopped()) {
  }
}

}  // namespace evenkeel
