#include "core/rtp/reordering_window.h"

#include <catch2/catch.hpp>

#include "core/rtp/late_packets.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

}  // namespace

TEST_CASE("The reordering window opens to a quarter of a round trip and follows what is seen") {
  ReorderingWindow window;
  window.set_round_trip_time(80ms, 100ms);
  CHECK(window.length(t0) == 0ms);
  window.on_reordered(1ms, t0);
  CHECK(window.length(t0) == 20ms);
  window.on_reordered(40ms, t0 + 1s);
  CHECK(window.length(t0 + 1s) == 51ms);
  window.on_reordered(30ms, t0 + 2s);
  CHECK(window.length(t0 + 2s) == 51ms);  // never shorter for what is less late
  window.on_reordered(300ms, t0 + 3s);
  CHECK(window.length(t0 + 3s) == 100ms);
}

TEST_CASE("The reordering window is halved after each 10 s in which nothing needed half of it, down to none") {
  ReorderingWindow window;
  window.on_reordered(30ms, t0);
  const Duration open = window.length(t0);
  window.on_reordered(open / 2, t0 + 9s);
  CHECK(window.length(t0 + 18s) == open);
  window.on_reordered(1ms, t0 + 18s);
  CHECK(window.length(t0 + 19s) == open / 2);
  CHECK(window.length(t0 + 29s) == open / 4);
  CHECK(window.length(t0 + 79s) == 0ms);
  CHECK(window.length(t0 + 10h) == 0ms);
}

TEST_CASE("A packet is as late as it comes after the first that overtook it") {
  LatePackets late;
  SequenceFilter filter;
  const auto come = [&](std::uint16_t number, Duration at) {
    const auto sequence = filter.track(number);
    REQUIRE(sequence);
    return late.on_packet(*sequence, t0 + at);
  };
  CHECK_FALSE(come(65'534, 0ms));
  CHECK_FALSE(come(1, 1ms));  // 65535 and 0 are missing
  CHECK_FALSE(come(2, 2ms));
  CHECK_FALSE(come(4, 3ms));
  CHECK(come(0, 5ms) == 4ms);
  CHECK(come(3, 5ms) == 2ms);
  CHECK_FALSE(come(0, 9ms));  // twice
  CHECK_FALSE(come(2, 9ms));
  CHECK(come(65'535, 11ms) == 10ms);
  CHECK_FALSE(come(600, 12ms));  // more are missing than are kept
  CHECK_FALSE(come(10, 13ms));
  CHECK(come(590, 15ms) == 3ms);
}
