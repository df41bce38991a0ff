// For LD_PRELOAD: a process whose clocks go DRIFT_PPM faster than the machine's, counted from its start, as those of
// another machine do. What it waits for by its clock comes by its clock. The kernel's stamps of arriving datagrams are
// refused, since they would be of the machine's clock.
#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
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

bool drifts(clockid_t clock) { return clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME; }

/// By how much this process's clocks are ahead at a time of the machine's monotonic clock.
long long ahead(long long monotonic) {
  static const long long start = monotonic;
  static const double rate = [] {
    const char* ppm = std::getenv("DRIFT_PPM");
    return ppm == nullptr ? 0.0 : 1e-6 * std::atof(ppm);
  }();
  return std::llround(rate * static_cast<double>(monotonic - start));
}

long long ahead_now() { return ahead(machine_now(CLOCK_MONOTONIC)); }

/// A time of this process's clock by the machine's, as far as it is known now.
timespec by_machine(const timespec& own) { return to_timespec(nanoseconds(own) - ahead_now()); }

template <class F>
F* next_of(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* t) noexcept {
  if (!drifts(clock)) return static_cast<int>(syscall(SYS_clock_gettime, clock, t));
  *t = to_timespec(machine_now(clock) + ahead_now());
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* t, timespec* rest) {
  static const auto next = next_of<decltype(clock_nanosleep)>("clock_nanosleep");
  if (flags != TIMER_ABSTIME || !drifts(clock)) return next(clock, flags, t, rest);
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

int setsockopt(int fd, int level, int option, const void* value, socklen_t size) noexcept {
  static const auto next = next_of<decltype(setsockopt)>("setsockopt");
  if (level == SOL_SOCKET && option == SO_TIMESTAMPNS) {
    errno = ENOPROTOOPT;
    return -1;
  }
  return next(fd, level, option, value, size);
}
}
