#include "core/session/sent_frames.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

/// Frames of three packets each, 3000 ticks apart.
SentFrames frames_of(int count, std::uint16_t first_number, std::uint16_t first_id) {
  SentFrames frames;
  std::uint16_t number = first_number;
  for (int i = 0; i < count; ++i) {
    const auto timestamp = 3000u * static_cast<std::uint32_t>(i);
    frames.on_frame(static_cast<std::uint16_t>(first_id + i), timestamp, i == 0);
    for (int packet = 0; packet < 3; ++packet) frames.on_left(number++, timestamp, bytes(1000));
  }
  return frames;
}

}  // namespace

TEST_CASE("A packet's frame is known, also over the wrap of sequence numbers") {
  const SentFrames frames = frames_of(10, 65'530, 7);
  const auto* first = frames.find(65'532);
  REQUIRE(first);
  CHECK(first->id == 7);
  CHECK(first->important);
  CHECK(first->packets == 3);
  CHECK(first->size == bytes(3000));
  const auto* later = frames.find(3);
  REQUIRE(later);
  CHECK(later->id == 10);
  CHECK(later->first == 65'539);
  CHECK_FALSE(later->important);
}

TEST_CASE("What was never sent, or long ago, belongs to no frame") {
  const SentFrames frames = frames_of(300, 100, 0);
  CHECK(frames.find(99) == nullptr);
  CHECK(frames.find(100) == nullptr);
  CHECK(frames.find(100 + 3 * 43) == nullptr);
  CHECK(frames.find(100 + 3 * 44) != nullptr);
  CHECK(frames.find(100 + 3 * 300 - 1) != nullptr);
  CHECK(frames.find(100 + 3 * 300) == nullptr);
}

TEST_CASE("Low bits of an id mean the newest frame that has them") {
  const SentFrames frames = frames_of(100, 0, 65'500);
  CHECK(frames.id_from_low_bits(65'535 & 0x7FFF, 15) == 65'535);
  CHECK(frames.id_from_low_bits(63, 6) == 63);
  CHECK(frames.id_from_low_bits(65'499 & 0x3F, 6) == 27);
  CHECK(frames.id_from_low_bits(5000, 15) == std::nullopt);
}

TEST_CASE("Frames without ids, and a stream that begins anew, have none to be asked for") {
  SentFrames frames = frames_of(5, 0, 0);
  frames.start();
  CHECK(frames.find(3) == nullptr);
  CHECK(frames.id_from_low_bits(1, 6) == std::nullopt);
  frames.on_frame(std::nullopt, 90'000, false);
  REQUIRE(frames.on_left(15, 90'000, bytes(500)) != nullptr);
  CHECK(frames.id_from_low_bits(1, 6) == std::nullopt);
  CHECK(frames.find(15)->first == 15);
  CHECK(frames.on_left(16, 1, bytes(500)) == nullptr);
}
