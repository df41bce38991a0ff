// For LD_PRELOAD: a process whose monotonic clock goes DRIFT_PPM faster than the machine's, counted from its start, as
// that of another machine does. What it waits for by that clock comes by it. The wall clock stays, since the kernel
// stamps datagrams by it: its difference to the monotonic clock turns those stamps into times of the drifting one.
#include <dlfcn.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

constexpr long long giga = 1'000'000'000;

long long nanoseconds(const timespec& t) { return t.tv_sec * giga + t.tv_nsec; }
timespec to_timespec(long long ns) { return {ns / giga, ns % giga}; }

long long machine_now(clockid_t clock) {
  timespec t{};
  syscall(SYS_clock_gettime, clock, &t);
  return nanoseconds(t);
}

/// By how much this process's clock is ahead at a time of the machine's monotonic clock.
long long ahead(long long monotonic) {
  static const long long start = monotonic;
  static const double rate = [] {
    const char* ppm = std::getenv("DRIFT_PPM");
    return ppm == nullptr ? 0.0 : 1e-6 * std::atof(ppm);
  }();
  return std::llround(rate * static_cast<double>(monotonic - start));
}

long long ahead_now() { return ahead(machine_now(CLOCK_MONOTONIC)); }

/// A time of this process's clock by the machine's, as far as it is known now. One that is long past stays above zero,
/// which would disarm a timer.
timespec by_machine(const timespec& own) { return to_timespec(std::max(1LL, nanoseconds(own) - ahead_now())); }

// For who checks that this library is in use.
[[gnu::constructor]] void say() {
  const char* ppm = std::getenv("DRIFT_PPM");
  std::fprintf(stderr, "the clock drifts by %s ppm\n", ppm == nullptr ? "0" : ppm);
}

template <class F>
F* next_of(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* t) noexcept {
  if (clock != CLOCK_MONOTONIC) return static_cast<int>(syscall(SYS_clock_gettime, clock, t));
  *t = to_timespec(machine_now(clock) + ahead_now());
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* t, timespec* rest) {
  static const auto next = next_of<decltype(clock_nanosleep)>("clock_nanosleep");
  if (flags != TIMER_ABSTIME || clock != CLOCK_MONOTONIC) return next(clock, flags, t, rest);
  const timespec moved = by_machine(*t);
  return next(clock, flags, &moved, rest);
}

int timerfd_settime(int fd, int flags, const itimerspec* value, itimerspec* old) noexcept {
  static const auto next = next_of<decltype(timerfd_settime)>("timerfd_settime");
  const bool armed = value->it_value.tv_sec != 0 || value->it_value.tv_nsec != 0;
  if ((flags & TFD_TIMER_ABSTIME) == 0 || !armed) return next(fd, flags, value, old);
  itimerspec moved = *value;
  moved.it_value = by_machine(value->it_value);
  return next(fd, flags, &moved, old);
}
}
