#include "app/bench/sleep_model.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "app/bench/loop_clock.h"

using namespace evenkeel;

namespace {

constexpr LocalTime kTick(1h);  // a tick of every clock

}  // namespace

TEST_CASE("an exact sleep and one with slack") {
  CHECK(exact_sleep()(kTick, kTick + 3ms) == kTick + 3ms);
  CHECK(slack_sleep(90us)(kTick, kTick + 3ms) == kTick + 3090us);
}

TEST_CASE("random lateness is within its bounds, reaches them, and is the same for the same seed") {
  auto one = late_sleep(10us, 30us, 5);
  auto same = late_sleep(10us, 30us, 5);
  auto other = late_sleep(10us, 30us, 6);
  Duration minimum = 1h;
  Duration maximum = 0h;
  int equal = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Duration late = one(kTick, kTick + 1ms) - (kTick + 1ms);
    CHECK(late == same(kTick, kTick + 1ms) - (kTick + 1ms));
    if (late == other(kTick, kTick + 1ms) - (kTick + 1ms)) ++equal;
    minimum = std::min(late, minimum);
    maximum = std::max(late, maximum);
    CHECK(late >= 10us);
    CHECK(late <= 30us);
  }
  CHECK(minimum < 10'100ns);
  CHECK(maximum > 29'900ns);
  CHECK(equal < 20);
}

TEST_CASE("a kernel with ticks rounds the time up and adds a tick") {
  auto sleep = jiffy_sleep(100);
  CHECK(sleep(kTick, kTick + 1ns) == kTick + 20ms);
  CHECK(sleep(kTick, kTick + 10ms) == kTick + 20ms);
  CHECK(sleep(kTick, kTick + 10ms + 1ns) == kTick + 30ms);
  CHECK(sleep(kTick + 9ms, kTick + 10ms) == kTick + 20ms);
  CHECK(sleep(kTick + 9ms, kTick + 20ms) == kTick + 30ms);
  CHECK(jiffy_sleep(1000)(kTick + 400us, kTick + 1400us) == kTick + 2ms);  // Fig. 3: 50 % too long
}

TEST_CASE("a sleep of at least a tick lasts between its time and two ticks more") {
  const int hz = GENERATE(100, 250, 300, 1000);
  auto sleep = jiffy_sleep(hz);
  const Duration jiffy = Duration(1s) / hz;
  for (int i = 0; i < 2000; ++i) {
    const LocalTime now = kTick + i * 12'345'677ns;
    const LocalTime wake = now + (i % 97 + 1) * 311us;
    CHECK(sleep(now, wake) >= wake);
    CHECK(sleep(now, wake) <= wake + 2 * jiffy);
    CHECK(sleep(now, wake).time_since_epoch() % jiffy == 0ns);
  }
}

TEST_CASE("busy processes change the model for a while") {
  auto sleep = loaded_sleep(exact_sleep(), slack_sleep(4ms), kTick + 20s, kTick + 40s);
  CHECK(sleep(kTick, kTick + 20s - 1ns) == kTick + 20s - 1ns);
  CHECK(sleep(kTick, kTick + 20s) == kTick + 20s + 4ms);
  CHECK(sleep(kTick, kTick + 40s - 1ns) == kTick + 40s - 1ns + 4ms);
  CHECK(sleep(kTick, kTick + 40s) == kTick + 40s);
}

TEST_CASE("a stopped process wakes at the end of the stall, for any order of stalls") {
  auto sleep = stalled_sleep(slack_sleep(1ms), {{kTick + 30ms, 20ms}, {kTick + 10ms, 20ms}});
  CHECK(sleep(kTick, kTick + 8ms) == kTick + 9ms);
  CHECK(sleep(kTick, kTick + 9ms) == kTick + 50ms);  // from one stall into the next
  CHECK(sleep(kTick, kTick + 40ms) == kTick + 50ms);
  CHECK(sleep(kTick, kTick + 49ms) == kTick + 50ms);
  CHECK(sleep(kTick, kTick + 50ms) == kTick + 51ms);
}

TEST_CASE("where the time has passed, all return at once but for a stall") {
  for (const auto& sleep : {exact_sleep(), slack_sleep(1ms), late_sleep(1ms, 2ms, 1), jiffy_sleep(100)}) {
    CHECK(sleep(kTick + 5ms, kTick) == kTick + 5ms);
    CHECK(sleep(kTick + 5ms, kTick + 5ms) == kTick + 5ms);
  }
  CHECK(stalled_sleep(exact_sleep(), {{kTick, 10ms}})(kTick + 5ms, kTick) == kTick + 10ms);
}

TEST_CASE("a virtual clock jumps to where the model wakes and never goes back") {
  VirtualClock clock(slack_sleep(1ms), kTick);
  CHECK(clock.now() == kTick);
  clock.wait_until(kTick + 5ms);
  CHECK(clock.now() == kTick + 6ms);
  clock.wait_until(kTick);
  CHECK(clock.now() == kTick + 6ms);
  clock.spend(2us);
  CHECK(clock.now() == kTick + 6002us);
}
