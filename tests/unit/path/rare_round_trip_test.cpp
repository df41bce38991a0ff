#include "core/path/rare_round_trip.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

}  // namespace

TEST_CASE("A rare round trip is what an answer took, less the queue that its report met, plus the queue of now") {
  RareRoundTrip rare;
  CHECK_FALSE(rare.with(0ms));
  rare.on_queue(t0, 5ms);
  rare.on_queue(t0 + 100ms, 60ms);
  rare.on_queue(t0 + 110ms, 90ms);  // too near to the one before: not kept
  rare.on_queue(t0 + 200ms, 10ms);
  rare.on_answer(t0 + 150ms, 160ms, t0 + 310ms);  // its report met 60 ms
  CHECK(rare.with(0ms) == 100ms);
  CHECK(rare.with(30ms) == 130ms);
  CHECK(rare.answers().smoothed() == 160ms);
}

TEST_CASE("Of a queue from before anything was known a rare round trip takes nothing") {
  RareRoundTrip rare;
  rare.on_queue(t0, 50ms);
  rare.on_answer(t0 - 1s, 80ms, t0);
  CHECK(rare.with(0ms) == 80ms);
}
