#include "core/net/arrival_stamps.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("A wall clock that is set, or a suspend, makes no datagram arrive before the one ahead of it") {
  ArrivalStamps stamps;
  Duration offset = 1'000'000s;
  CHECK(stamps.arrival(offset + 100s, offset, 100s + 1ms) == LocalTime(100s));
  CHECK(stamps.arrival(offset + 100s + 5ms, offset, 100s + 6ms) == LocalTime(100s + 5ms));
  // Stamped, then the wall clock goes 2 s ahead: without the order of the socket it came 2 s too early.
  const Duration stamp = offset + 100s + 10ms;
  offset += 2s;
  CHECK(stamps.arrival(stamp, offset, 100s + 12ms) == LocalTime(100s + 5ms));
  CHECK(stamps.arrival(offset + 100s + 20ms, offset, 100s + 21ms) == LocalTime(100s + 20ms));
  // Set back, a stamp is of the future; set ahead by more than any datagram waits, it is of no use.
  CHECK(stamps.arrival(offset + 100s + 30ms + 1s, offset, 100s + 31ms) == LocalTime(100s + 31ms));
  CHECK(stamps.arrival(offset + 90s, offset, 100s + 40ms) == LocalTime(100s + 40ms));
  CHECK(stamps.arrival(std::nullopt, offset, 100s + 50ms) == LocalTime(100s + 50ms));
}
