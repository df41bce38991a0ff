#include "app/bench/frames/frame_call.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

constexpr LocalTime at(Duration time) { return LocalTime(1h) + time; }

}  // namespace

TEST_CASE("Packets belong to the frames in their order") {
  FrameLog log;
  log.on_frame(at(0ms), 2);
  log.on_frame(at(33ms), 1);
  CHECK(log.on_departure(at(1ms)) == 0);
  CHECK(log.on_departure(at(5ms)) == 0);
  CHECK(log.on_departure(at(40ms)) == 1);
  CHECK(log.frames()[0].departed == at(5ms));
  CHECK(log.frames()[1].departed == at(40ms));
}

TEST_CASE("A frame is whole with its last packet, whichever that is") {
  FrameLog log;
  log.on_frame(at(0ms), 2);
  log.on_departure(at(1ms));
  log.on_departure(at(2ms));
  log.on_arrival(0, at(30ms));
  CHECK_FALSE(log.frames()[0].whole());
  log.on_arrival(0, at(29ms));
  CHECK(log.frames()[0].whole());
  CHECK(log.frames()[0].arrived == at(30ms));
}

TEST_CASE("Frames without sent packets are skipped") {
  FrameLog log;
  log.on_frame(at(0ms), 0);
  log.on_frame(at(33ms), 1);
  CHECK(log.on_departure(at(34ms)) == 1);
}
