#pragma once

#include <ctime>

#include "core/base/time.h"

namespace evenkeel {

inline Duration read_clock(clockid_t id) {
  timespec t{};
  clock_gettime(id, &t);
  return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}

/// Now, by the monotonic clock of this machine: the only place where core learns it.
inline LocalTime monotonic_now() { return LocalTime(read_clock(CLOCK_MONOTONIC)); }

}  // namespace evenkeel
