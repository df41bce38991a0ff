#include "core/path/round_trip_time.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

}  // namespace

TEST_CASE("SRTT and RTTVAR follow RFC 6298 by hand") {
  struct Row {
    Duration sample;
    Duration smoothed;
    Duration variation;
  };
  const Row rows[] = {
      {100ms, 100ms, 50ms},                 // (2.2) R and R/2
      {180ms, 110ms, 57500us},              // 3/4 50 + 1/4 80;  7/8 100 + 1/8 180
      {30ms, 100ms, 63125us},               // 3/4 57.5 + 1/4 80; 7/8 110 + 1/8 30
      {100ms, 100ms, 47343750ns},           // 3/4 63.125
      {100ms + 8us, 100001us, 35509812ns},  // 3/4 47.34375 + 1/4 0.008
  };
  RoundTripTime rtt;
  CHECK_FALSE(rtt.smoothed());
  CHECK_FALSE(rtt.latest());
  CHECK_FALSE(rtt.minimum());
  CHECK(rtt.variation() == Duration::zero());
  for (const Row& row : rows) {
    rtt.add(t0, row.sample);
    CHECK(rtt.latest() == row.sample);
    CHECK(rtt.smoothed() == row.smoothed);
    CHECK(rtt.variation() == row.variation);
  }
  CHECK(rtt.minimum() == 30ms);
}

TEST_CASE("Samples of a peer that lies about its hold time are passed over") {
  RoundTripTime rtt;
  rtt.add(t0, Duration::zero());
  rtt.add(t0, -5ms);
  CHECK_FALSE(rtt.smoothed());
  rtt.add(t0, 40ms);
  rtt.add(t0, -5ms);
  CHECK(rtt.latest() == 40ms);
  CHECK(rtt.smoothed() == 40ms);
  CHECK(rtt.minimum() == 40ms);
}

TEST_CASE("The minimum lasts ten minutes") {
  RoundTripTime rtt;
  rtt.add(t0, 20ms);
  for (int minute = 1; minute <= 12; ++minute) {
    rtt.add(t0 + minute * 1min, 50ms);
    CAPTURE(minute);
    CHECK(rtt.minimum() == (minute < 10 ? 20ms : 50ms));
  }
}

TEST_CASE("A few round trips that are short at once are no minimum, and one that was wrong can be forgotten") {
  RoundTripTime rtt;
  for (Duration t{}; t < 1min; t += 20ms) rtt.add(t0 + t, t % Duration(15s) < 30ms && t >= 15s ? 38ms : 50ms);
  CHECK(rtt.minimum() == 50ms);
  for (Duration t = 1min; t < 61s; t += 20ms) rtt.add(t0 + t, 38ms);
  CHECK(rtt.minimum() == 38ms);
  rtt.add(t0 + 62s, 50ms);
  rtt.forget_minimum();
  CHECK(rtt.minimum() == 50ms);
}
