#include "core/session/media_target.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr DataRate mbit = megabits_per_second(1);

/// After many frames of 9000 bytes that became 10000 on the wire.
MediaTarget settled(Duration backlog) {
  MediaTarget target;
  for (int i = 0; i < 200; ++i) target.on_frame(bytes(9000), bytes(10000), backlog);
  return target;
}

}  // namespace

TEST_CASE("Before the first frame headers are taken as 5 %") { CHECK(MediaTarget().of(mbit).kbps() == Approx(950)); }

TEST_CASE("The encoder gets the payload's share, corrected so that 10 ms stay queued") {
  struct Row {
    Duration backlog;
    double correction;
  };
  const auto row = GENERATE(values<Row>({
      {0ms, 1.04},
      {5ms, 1.02},
      {10ms, 1},
      {35ms, 0.9},
      {60ms, 0.8},
      {110ms, 0.6},
      {1h, 0.6},
  }));
  CHECK(settled(row.backlog).of(mbit).kbps() == Approx(900 * row.correction));
}

TEST_CASE("The share is smoothed over frames, and an empty frame tells nothing") {
  MediaTarget target;
  target.on_frame(bytes(900), bytes(1000), 10ms);
  CHECK(target.of(mbit).kbps() == Approx(945));
  target.on_frame(bytes(0), bytes(0), 1s);
  CHECK(target.of(mbit).kbps() == Approx(945));
  target.reset();
  CHECK(target.of(mbit).kbps() == Approx(950));
}
