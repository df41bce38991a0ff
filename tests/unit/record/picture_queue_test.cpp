#include "app/record/call/picture_queue.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

PictureQueue::Frame frame_of(std::size_t size, bool key_frame = false) {
  return {std::vector<std::uint8_t>(size, 1), key_frame, 5, LocalTime(1s)};
}

constexpr std::size_t quarter = static_cast<std::size_t>(PictureQueue::capacity.bytes()) / 4;

}  // namespace

TEST_CASE("A queue of pictures that is full leaves out what comes, up to a key frame that fits, and counts it") {
  PictureQueue queue;
  CHECK_FALSE(queue.push(frame_of(10, true)));  // nothing is recorded yet
  queue.open();
  for (int i = 0; i < 4; ++i) CHECK(queue.push(frame_of(quarter, i == 0)));
  CHECK_FALSE(queue.push(frame_of(1)));
  CHECK(queue.lacks_key_frame());
  std::vector<PictureQueue::Frame> taken;
  queue.take(taken);
  CHECK(taken.size() == 4);
  CHECK_FALSE(queue.push(frame_of(10)));  // refers to one that is missing
  CHECK(queue.push(frame_of(10, true)));
  CHECK(queue.push(frame_of(10)));
  CHECK_FALSE(queue.lacks_key_frame());
  CHECK(queue.lost() == 2);
  queue.take(taken);
  CHECK(taken.size() == 2);
  queue.close();
  CHECK_FALSE(queue.push(frame_of(10, true)));
  queue.open();
  CHECK(queue.lost() == 0);
}
