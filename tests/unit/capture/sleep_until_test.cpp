#include "app/capture/video_source.h"

#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <thread>

namespace evenkeel {
namespace {

/// How often this thread has gone to sleep.
long sleeps() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw;
}

}  // namespace

TEST_CASE("The sleep ends at its instant, and is one") {
  const std::stop_source nobody;
  const long before = sleeps();
  const LocalTime instant = monotonic_now() + 300ms;
  CHECK(sleep_until(instant, nobody.get_token()));
  CHECK(monotonic_now() >= instant);
  CHECK(sleeps() - before <= 3);  // waking up each 40 ms to look takes eight
}

TEST_CASE("Who is asked to stop wakes up at once") {
  for (const Duration delay : {0ms, 5ms}) {
    std::stop_source source;
    std::jthread asks([&] {
      if (delay > 0ns) std::this_thread::sleep_for(delay);
      source.request_stop();
    });
    CHECK_FALSE(sleep_until(monotonic_now() + 1h, source.get_token()));
  }
}

TEST_CASE("An instant that has passed is not slept for, and stopping counts more") {
  std::stop_source source;
  const long before = sleeps();
  CHECK(sleep_until(monotonic_now() - 1s, source.get_token()));
  CHECK(sleeps() == before);
  source.request_stop();
  CHECK_FALSE(sleep_until(monotonic_now() - 1s, source.get_token()));
  CHECK_FALSE(sleep_until(monotonic_now() + 1h, source.get_token()));
}

}  // namespace evenkeel
