#pragma once

#include <sys/time.h>

#include "core/base/time.h"

// The timers of OpenSSL's DTLS read gettimeofday(), which no interface of its own replaces. Included by one file of a
// program, this gives the program's libraries a clock that stands still until a test sets it.

namespace evenkeel::test {

inline Duration openssl_time = 1'000'000s;

}  // namespace evenkeel::test

extern "C" int gettimeofday(timeval* now, void*) noexcept {
  const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(evenkeel::test::openssl_time).count();
  now->tv_sec = microseconds / 1'000'000;
  now->tv_usec = microseconds % 1'000'000;
  return 0;
}
