#include "core/net/priority_mutex.h"

#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <mutex>
#include <optional>
#include <thread>

#include "core/net/clock.h"
#include "tests/skip.h"

using namespace evenkeel;

namespace {

/// The calling thread runs under SCHED_FIFO, and all threads of this test on one processor. False where that is not
/// allowed.
bool run_at(int priority) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_param parameters{};
  parameters.sched_priority = priority;
  return pthread_setaffinity_np(pthread_self(), sizeof one, &one) == 0 &&
         pthread_setschedparam(pthread_self(), priority > 0 ? SCHED_FIFO : SCHED_OTHER, &parameters) == 0;
}

void busy_until(LocalTime end) {
  while (monotonic_now() < end) {
  }
}

/// For how long the thread of the highest priority waits for a mutex, while its holder, of the lowest, is kept from the
/// processor for 300 ms by a thread of a priority in between. Nothing where such threads are not allowed.
std::optional<Duration> wait_in_inversion() {
  std::atomic<bool> allowed = true;
  std::atomic<bool> held = false;
  Duration waited{};
  PriorityMutex mutex;
  std::thread low([&] {
    if (!run_at(0)) allowed = false;
    mutex.lock();
    held = true;
    busy_until(monotonic_now() + 20ms);
    mutex.unlock();
  });
  while (!held) std::this_thread::yield();
  std::thread high([&] {
    if (!run_at(20)) allowed = false;
    std::thread middle([&] {
      if (!run_at(15)) allowed = false;
      busy_until(monotonic_now() + 300ms);
    });
    const LocalTime before = monotonic_now();
    mutex.lock();
    waited = monotonic_now() - before;
    mutex.unlock();
    middle.join();
  });
  low.join();
  high.join();
  if (!allowed) return std::nullopt;
  return waited;
}

}  // namespace

TEST_CASE("A thread of high priority waits for no longer than the mutex is held, whatever else wants to run") {
  const auto waited = wait_in_inversion();
  if (waited) {
    CHECK(*waited < 150ms);
  } else {
    evenkeel::test::skip("this user must not have SCHED_FIFO.");
  }
}

TEST_CASE("It excludes") {
  PriorityMutex mutex;
  int count = 0;
  const auto work = [&] {
    for (int i = 0; i < 20'000; ++i) {
      const std::lock_guard lock(mutex);
      ++count;
    }
  };
  std::thread other(work);
  work();
  other.join();
  CHECK(count == 40'000);
  CHECK(mutex.try_lock());
  std::thread([&] { CHECK_FALSE(mutex.try_lock()); }).join();
  mutex.unlock();
}
