#include "core/control/darc/delays.h"

#include <catch2/catch.hpp>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("DARC's base delay is the least delay seen and a queue is what is above it") {
  darc::BaseDelay base;
  CHECK_FALSE(base.known());
  CHECK(base.base() == 0ms);
  CHECK(base.queue(50ms) == 0ms);
  base.on_delay(50ms, t0);
  CHECK(base.known());
  CHECK(base.queue(80ms) == 30ms);
  base.on_delay(40ms, t0 + 10ms);
  base.on_delay(70ms, t0 + 20ms);
  CHECK(base.base() == 40ms);
  CHECK(base.queue(80ms) == 40ms);
  CHECK(base.queue(30ms) == 0ms);  // below the base: no queue is negative
}

TEST_CASE("DARC's base delay forgets a delay 30 s after the first one of its second") {
  darc::BaseDelay base;
  base.on_delay(50ms, t0);
  base.on_delay(40ms, t0 + 50ms);  // of the second that begins at t0
  base.on_delay(60ms, t0 + 30s - 1ns);
  CHECK(base.base() == 40ms);
  base.on_delay(60ms, t0 + 30s);
  CHECK(base.base() == 60ms);

  base.reset();
  base.on_delay(50ms, t0);
  base.on_delay(40ms, t0 + 1s);  // of the next second
  base.on_delay(40ms, t0 + 1200ms);
  base.on_delay(60ms, t0 + 31s - 1ns);
  CHECK(base.base() == 40ms);
  base.on_delay(60ms, t0 + 31s);
  CHECK(base.base() == 60ms);
}

TEST_CASE("A frozen base delay of DARC falls and never rises until it thaws") {
  darc::BaseDelay base;
  base.on_delay(40ms, t0);
  base.freeze();
  base.on_delay(60ms, t0 + 100s);
  CHECK(base.base() == 40ms);
  base.on_delay(30ms, t0 + 150s);
  CHECK(base.base() == 30ms);
  base.on_delay(35ms, t0 + 160s);
  CHECK(base.base() == 30ms);
  base.thaw(t0 + 200s);  // as if the base had been seen then
  CHECK(base.base() == 30ms);
  base.on_delay(60ms, t0 + 230s - 1ns);
  CHECK(base.base() == 30ms);
  base.on_delay(60ms, t0 + 230s);
  CHECK(base.base() == 60ms);
}

TEST_CASE("A base delay of DARC that is not frozen does not thaw") {
  darc::BaseDelay base;
  base.on_delay(40ms, t0);
  base.thaw(t0 + 20s);  // otherwise the 40 ms would hold until 50 s
  base.on_delay(60ms, t0 + 30s);
  CHECK(base.base() == 60ms);
}

TEST_CASE("A base delay of DARC that was frozen from the first takes the least") {
  darc::BaseDelay base;
  base.freeze();
  CHECK(base.queue(60ms) == 0ms);
  base.on_delay(60ms, t0);
  CHECK(base.known());
  CHECK(base.base() == 60ms);
  base.on_delay(50ms, t0 + 50ms);
  base.on_delay(70ms, t0 + 2s);
  CHECK(base.base() == 50ms);
}

TEST_CASE("DARC's base delay rises by a longer path and forgets the shorter one") {
  darc::BaseDelay base;
  base.rise(25ms, t0);
  CHECK_FALSE(base.known());
  base.on_delay(40ms, t0);
  base.rise(25ms, t0 + 10s);
  CHECK(base.base() == 65ms);
  CHECK(base.queue(80ms) == 15ms);
  base.on_delay(70ms, t0 + 11s);
  CHECK(base.base() == 65ms);  // neither 40 nor 70
  base.on_delay(70ms, t0 + 40s - 1ns);
  CHECK(base.base() == 65ms);
  base.on_delay(70ms, t0 + 40s);  // 30 s after it rose
  CHECK(base.base() == 70ms);
  base.on_delay(62ms, t0 + 41s);
  base.on_delay(62ms, t0 + 41200ms);
  CHECK(base.base() == 62ms);
}

TEST_CASE("DARC's base delay forgets all at a reset and is not frozen then") {
  darc::BaseDelay base;
  base.on_delay(40ms, t0);
  base.freeze();
  base.reset();
  CHECK_FALSE(base.known());
  base.on_delay(50ms, t0 + 1s);
  CHECK(base.base() == 50ms);
  base.on_delay(60ms, t0 + 31s);
  CHECK(base.base() == 60ms);
}

TEST_CASE("A few packets that come early at once are no base delay of DARC, frozen or not") {
  const bool frozen = GENERATE(true, false);
  darc::BaseDelay base;
  for (Duration t{}; t < 2s; t += 5ms) base.on_delay(50ms, t0 + t);
  if (frozen) base.freeze();
  for (Duration t = 2s; t < 2030ms; t += 5ms) base.on_delay(37ms, t0 + t);
  CHECK(base.queue(37ms) == 0ms);
  CHECK(base.base() == 50ms);
  for (Duration t = 2030ms; t < 12s; t += 5ms) base.on_delay(50ms, t0 + t);
  CHECK(base.base() == 50ms);
  for (Duration t = 12s; t < 12200ms; t += 5ms) base.on_delay(37ms, t0 + t);  // another route
  CHECK(base.base() == 37ms);
}
