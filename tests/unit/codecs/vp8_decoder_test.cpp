#include "codecs/vp8_decoder.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "codecs/vp8_encoder.h"
#include "codecs/vp8_header.h"
#include "tests/unit/codecs/moving_picture.h"

using namespace evenkeel;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<Bytes> encoded(int width, int height, int frames) {
  MovingPicture camera(width, height);
  Vp8EncoderConfig config;
  config.target = megabits_per_second(1);
  Vp8Encoder encoder(config);
  std::vector<Bytes> result;
  EncodedFrame frame;
  for (int i = 0; i < frames; ++i) {
    if (i % 10 == 5) encoder.request_key_frame();
    if (encoder.encode(camera.next(), frame)) result.push_back(frame.data);
  }
  return result;
}

Bytes mutated(Bytes bytes, std::mt19937& random) {
  const auto at = [&] { return random() % bytes.size(); };
  for (unsigned n = 1 + random() % 8; n > 0; --n) bytes[at()] = static_cast<std::uint8_t>(random());
  if (random() % 4 == 0) bytes[random() % std::min<std::size_t>(10, bytes.size())] ^= 0xff;
  if (random() % 3 == 0) bytes.resize(at() + 1);
  return bytes;
}

}  // namespace

TEST_CASE("vp8 decoder: survives mutated frames, and recovers with the next key frame") {
  const auto frames = encoded(160, 90, 30);
  std::mt19937 random(1);
  Vp8Decoder decoder;
  Picture picture;
  for (int i = 0; i < 1500; ++i) decoder.decode(mutated(frames[random() % frames.size()], random), picture);
  REQUIRE(decoder.decode(frames[0], picture));
  CHECK(picture.width == 160);
  for (std::size_t i = 1; i < frames.size(); ++i) CHECK(decoder.decode(frames[i], picture));
}

TEST_CASE("vp8 decoder: survives random bytes") {
  std::mt19937 random(2);
  Vp8Decoder decoder;
  Picture picture;
  for (int i = 0; i < 1000; ++i) {
    Bytes bytes(random() % 300);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    // Every other with a plausible start of a key frame, so that it gets further.
    if (i % 2 == 0 && bytes.size() >= 10) write_vp8_header(bytes, true, 1 + i % 64, 1 + i % 48);
    decoder.decode(bytes, picture);
  }
  CHECK(decoder.decode(encoded(64, 64, 1)[0], picture));
}

TEST_CASE("vp8 decoder: needs a key frame first, and no empty frame repeats a picture") {
  const auto frames = encoded(64, 64, 3);
  Vp8Decoder decoder;
  Picture picture;
  CHECK_FALSE(decoder.decode({}, picture));
  CHECK_FALSE(decoder.decode(frames[1], picture));
  CHECK(picture.data.empty());
  CHECK(decoder.decode(frames[0], picture));
  CHECK_FALSE(decoder.decode({}, picture));
  CHECK(decoder.decode(frames[1], picture));
}

TEST_CASE("vp8 decoder: a header alone makes it allocate nothing large") {
  Bytes bytes(1000, 0);
  write_vp8_header(bytes, true, vp8_max_dimension, vp8_max_dimension);
  Vp8Decoder decoder;
  Picture picture;
  CHECK_FALSE(decoder.decode(bytes, picture));
  CHECK(picture.data.empty());
}

TEST_CASE("vp8 decoder: takes pictures up to its limit, either way round") {
  struct Row {
    PictureSize size;
    bool taken;
  };
  const auto row = GENERATE(values<Row>({{{1920, 1200}, true},
                                         {{1200, 1920}, true},
                                         {{1920, 1201}, false},
                                         {{1921, 1200}, false},
                                         {{1201, 1920}, false},
                                         {{1216, 1216}, false},
                                         {{4096, 16}, false}}));
  CAPTURE(row.size.width, row.size.height);
  const auto frames = encoded(row.size.width, row.size.height, 1);
  REQUIRE(frames.size() == 1);
  Vp8Decoder decoder;
  Picture picture;
  CHECK(decoder.decode(frames[0], picture) == row.taken);
  CHECK(decoder.refused() == (row.taken ? std::nullopt : std::optional(row.size)));
  CHECK(picture.data.empty() != row.taken);
  CHECK(Vp8Decoder({4096, 4096}).decode(frames[0], picture));
}

TEST_CASE("vp8 decoder: refuses what follows a picture that is too large, up to one that is not") {
  const auto small = encoded(64, 48, 3);
  const auto large = encoded(128, 96, 3);
  Vp8Decoder decoder({64, 48});
  Picture picture;
  REQUIRE(decoder.decode(small[0], picture));
  CHECK_FALSE(decoder.decode(large[0], picture));
  CHECK_FALSE(decoder.decode(large[1], picture));  // else it would be drawn onto the small one
  CHECK_FALSE(decoder.decode(small[1], picture));
  CHECK(decoder.refused() == PictureSize{128, 96});
  CHECK(decoder.decode(small[0], picture));
  CHECK_FALSE(decoder.refused());
  CHECK(decoder.decode(small[1], picture));
}

TEST_CASE("vp8 decoder: follows a stream whose size changes") {
  Vp8Decoder decoder;
  Picture picture;
  REQUIRE(decoder.decode(encoded(640, 360, 1)[0], picture));
  REQUIRE(decoder.decode(encoded(33, 17, 1)[0], picture));
  CHECK(picture.width == 33);
  CHECK(picture.height == 17);
  CHECK(picture.data.size() == 33 * 17 + 2 * 17 * 9);
}
