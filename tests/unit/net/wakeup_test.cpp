#include "core/net/wakeup.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

#include "core/net/clock.h"

using namespace evenkeel;

TEST_CASE("It wakes at the deadline") {
  Wakeup wakeup;
  for (const Duration wait : {1ms, 5ms, 30ms}) {
    const LocalTime deadline = monotonic_now() + wait;
    wakeup.wait_until(deadline);
    const Duration late = monotonic_now() - deadline;
    CHECK(late >= 0ms);
    CHECK(late < 500ms);  // of a busy machine
  }
}

TEST_CASE("A deadline that is over does not wait") {
  Wakeup wakeup;
  const LocalTime before = monotonic_now();
  wakeup.wait_until(before - 1h);
  wakeup.wait_until(LocalTime());
  CHECK(monotonic_now() - before < 500ms);
}

TEST_CASE("A call before the wait makes it return at once, and is used up by it") {
  Wakeup wakeup;
  wakeup.wake();
  wakeup.wake();
  wakeup.wait_until(LocalTime::max());
  const LocalTime deadline = monotonic_now() + 20ms;
  wakeup.wait_until(deadline);
  CHECK(monotonic_now() >= deadline);
}

TEST_CASE("A call past a due deadline is used up all the same") {
  Wakeup wakeup;
  wakeup.wake();
  wakeup.wait_until(monotonic_now() - 1s);
  const LocalTime deadline = monotonic_now() + 20ms;
  wakeup.wait_until(deadline);
  CHECK(monotonic_now() >= deadline);
}

TEST_CASE("Awake before the deadline it still returns at it, and not before") {
  Wakeup wakeup;
  for (const Duration spin : {50us, 2000us, 20'000us}) {
    const LocalTime deadline = monotonic_now() + 5ms;
    wakeup.wait_until(deadline, spin);
    CHECK(monotonic_now() >= deadline);
  }
  wakeup.wait_until(monotonic_now() - 1s, 1ms);
}

TEST_CASE("A call while it waits awake ends the wait, and is used up by it") {
  Wakeup wakeup;
  std::thread other([&] { wakeup.wake(); });
  wakeup.wait_until(monotonic_now() + 1h, 2h);
  other.join();
  wakeup.wake();
  wakeup.wait_until(monotonic_now() + 1h, 2h);
  const LocalTime deadline = monotonic_now() + 20ms;
  wakeup.wait_until(deadline, 1ms);
  CHECK(monotonic_now() >= deadline);
}

TEST_CASE("Another thread wakes it, every time") {
  Wakeup there;
  Wakeup back;
  std::atomic<int> rounds{0};
  std::thread other([&] {
    for (int i = 0; i < 200; ++i) {
      there.wait_until(LocalTime::max());
      ++rounds;
      back.wake();
    }
  });
  for (int i = 0; i < 200; ++i) {
    there.wake();
    back.wait_until(LocalTime::max());
  }
  other.join();
  CHECK(rounds == 200);
}
