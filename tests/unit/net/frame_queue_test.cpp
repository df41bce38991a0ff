#include "core/net/frame_queue.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

ReceivedFrame frame_of(std::size_t size, LocalTime completed = LocalTime(1h)) {
  ReceivedFrame frame;
  frame.data.resize(size);
  frame.completed = completed;
  return frame;
}

}  // namespace

TEST_CASE("Frames that wait for the decoder take 64 MB at most") {
  constexpr std::size_t size = 8'000'000;
  FrameQueue queue(64);
  for (int i = 0; i < 8; ++i) REQUIRE(queue.push(frame_of(size)));
  ReceivedFrame small = frame_of(1);
  CHECK_FALSE(queue.push(std::move(small)));
  CHECK(small.data.size() == 1);  // unchanged
  REQUIRE(queue.try_pop());
  CHECK(queue.push(frame_of(size)));
  CHECK_FALSE(queue.push(frame_of(1)));
}

TEST_CASE("Frames that wait for the decoder cover two seconds at most") {
  constexpr LocalTime start{1h};
  FrameQueue queue(64);
  REQUIRE(queue.push(frame_of(10, start)));
  REQUIRE(queue.push(frame_of(10, start + 500ms)));
  CHECK(queue.push(frame_of(10, start + 2s)));
  CHECK_FALSE(queue.push(frame_of(10, start + 2001ms)));
  REQUIRE(queue.try_pop());
  CHECK(queue.push(frame_of(10, start + 2500ms)));
  CHECK_FALSE(queue.push(frame_of(10, start + 2501ms)));
  while (queue.try_pop()) {
  }
  CHECK(queue.push(frame_of(10, start + 24h)));  // alone it waits for nobody
}

TEST_CASE("Tiny frames that wait for the decoder are bounded in number") {
  FrameQueue queue(64);
  int taken = 0;
  for (int i = 0; i < 10'000; ++i) taken += queue.push(frame_of(1)) ? 1 : 0;
  CHECK(taken == 64);
}
