#include "app/bench/native/native_clock.h"

#include <pthread.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <thread>

#include "core/net/clock.h"

using namespace evenkeel;

namespace {

/// With a handler, so that it interrupts a sleep and does not end the program.
void on_signal(int) {}

void install_handler() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigaction(SIGUSR1, &action, nullptr);
}

}  // namespace

TEST_CASE("It returns at the deadline or later, whether it sleeps or spins") {
  const Duration spin = GENERATE(0us, 200us, 10ms);
  NativeClock clock(spin);
  for (const Duration wait : {0us, 50us, 1000us, 5000us}) {
    const LocalTime deadline = monotonic_now() + wait;
    clock.wait_until(deadline);
    CHECK(monotonic_now() >= deadline);
    CHECK(clock.now() >= deadline);
  }
}

TEST_CASE("A deadline in the past returns at once") {
  NativeClock clock(1ms);
  clock.wait_until(LocalTime());
  clock.wait_until(clock.now() - 1h);
}

TEST_CASE("Its time is the monotonic clock's") {
  NativeClock clock;
  const LocalTime before = monotonic_now();
  const LocalTime now = clock.now();
  CHECK(before <= now);
  CHECK(now <= monotonic_now());
}

TEST_CASE("Signals do not shorten a sleep that nobody wants stopped") {
  install_handler();
  const std::atomic<bool> stop{false};
  const bool with_flag = GENERATE(false, true);
  std::atomic<bool> over{false};
  LocalTime deadline{};
  LocalTime woken{};
  std::thread sleeper([&] {
    NativeClock clock(0us, with_flag ? &stop : nullptr);
    deadline = clock.now() + 30ms;
    clock.wait_until(deadline);
    woken = clock.now();
    over = true;
  });
  while (!over) pthread_kill(sleeper.native_handle(), SIGUSR1);
  sleeper.join();
  CHECK(woken >= deadline);
}

TEST_CASE("A stop flag and a signal end a sleep") {
  install_handler();
  const Duration spin = GENERATE(Duration(0us), Duration(2h));
  std::atomic<bool> stop{false};
  std::atomic<bool> over{false};
  std::thread sleeper([&] {
    NativeClock clock(spin, &stop);
    clock.wait_until(clock.now() + 1h);
    over = true;
  });
  stop = true;
  while (!over) pthread_kill(sleeper.native_handle(), SIGUSR1);
  sleeper.join();
}
