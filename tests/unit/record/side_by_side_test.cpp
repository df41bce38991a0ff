#include "app/record/call/side_by_side.h"

#include <catch2/catch.hpp>

#include "app/record/call/pair_encoder.h"
#include "codecs/vp8_decoder.h"

using namespace evenkeel;

namespace {

constexpr LocalTime begin{100s};

Picture plain(int width, int height, int luma, LocalTime captured = {}) {
  Picture picture;
  picture.resize(width, height);
  std::ranges::fill(picture.data, std::uint8_t{128});
  std::ranges::fill(picture.y(), static_cast<std::uint8_t>(luma));
  picture.capture_time = captured;
  return picture;
}

std::shared_ptr<const Picture> shared(Picture picture) { return std::make_shared<const Picture>(std::move(picture)); }

int luma_at(const Picture& picture, int x, int y) {
  return picture
      .y()[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) + static_cast<std::size_t>(x)];
}

}  // namespace

TEST_CASE("The two pictures of a call stand side by side, the peer's on the left") {
  SideBySide pair;
  Picture out;
  const Picture received = plain(1280, 720, 200), own = plain(320, 240, 100);
  pair.compose(&received, &own, out);
  CHECK((out.width == 1280 && out.height == 360));
  CHECK(luma_at(out, 320, 180) == 200);
  CHECK(luma_at(out, 2, 2) == 200);
  CHECK(luma_at(out, 960, 180) == 100);
  CHECK(luma_at(out, 642, 180) == 16);  // a bar beside what has another shape
  CHECK(luma_at(out, 1278, 180) == 16);
  CHECK(luma_at(out, 960, 2) == 100);
}

TEST_CASE("A half without a picture is black, and the size stays") {
  SideBySide pair;
  Picture out;
  const Picture own = plain(640, 480, 100), tall = plain(90, 160, 220), broken{.width = 64, .height = 48, .data = {}};
  pair.compose(nullptr, &own, out);
  CHECK((out.width == 1280 && out.height == 480));
  CHECK(luma_at(out, 320, 240) == 16);
  CHECK(luma_at(out, 960, 240) == 100);
  pair.compose(&tall, nullptr, out);
  CHECK((out.width == 1280 && out.height == 480));
  CHECK(luma_at(out, 320, 240) == 220);
  CHECK(luma_at(out, 100, 240) == 16);
  CHECK(luma_at(out, 960, 240) == 16);
  pair.compose(&broken, nullptr, out);
  CHECK(luma_at(out, 320, 240) == 16);
}

TEST_CASE("A pair has the own picture of the time at which the received one belongs there") {
  PairEncoder encoder;
  Vp8Decoder decoder;
  for (int i = 0; i < 10; ++i) encoder.on_own(shared(plain(320, 180, 40 + 20 * i, begin + i * 33ms)));
  Picture out;
  for (const int i : {3, 7}) {
    const auto frame = encoder.encode(shared(plain(320, 180, 230)), begin + i * 33ms + 5ms);
    REQUIRE(frame);
    CHECK(frame->key_frame == (i == 3));
    CHECK(frame->time == begin + i * 33ms + 5ms);
    CHECK_FALSE(frame->rtp_timestamp);
    REQUIRE(decoder.decode(frame->data, out));
    CHECK(luma_at(out, 320, 180) == Approx(230).margin(4));
    CHECK(luma_at(out, 960, 180) == Approx(40 + 20 * i).margin(4));
  }
}

TEST_CASE("Where nothing is received our own pictures go on, and a key frame comes every 5 s") {
  PairEncoder encoder;
  CHECK_FALSE(encoder.encode_own());
  int key_frames = 0;
  for (int i = 0; i < 120; ++i) {
    encoder.on_own(shared(plain(320, 180, 100, begin + i * 100ms)));
    const auto frame = encoder.encode_own();
    REQUIRE(frame);
    CHECK(frame->time == begin + i * 100ms);
    if (frame->key_frame) ++key_frames;
  }
  CHECK(key_frames == 3);
}
