#include "codecs/picture_scaler.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <span>

#include "tests/unit/codecs/moving_picture.h"

using namespace evenkeel;

TEST_CASE("picture scaler: keeps brightness, colour and capture time at any sizes") {
  struct Case {
    int width, height, to_width, to_height;
  };
  const auto c = GENERATE(Case{640, 360, 480, 270}, Case{641, 361, 320, 180}, Case{1280, 720, 320, 180},
                          Case{7, 300, 2, 74}, Case{1, 1, 1, 1}, Case{1, 1, 33, 17}, Case{33, 17, 3, 3});
  Picture in, out;
  in.resize(c.width, c.height);
  in.capture_time = LocalTime(7s);
  std::fill(in.y().begin(), in.y().end(), std::uint8_t{90});
  std::fill(in.u().begin(), in.u().end(), std::uint8_t{30});
  std::fill(in.v().begin(), in.v().end(), std::uint8_t{210});
  scale_picture(in, c.to_width, c.to_height, out);
  const auto all_near = [](std::span<const std::uint8_t> plane, int wanted) {
    return std::all_of(plane.begin(), plane.end(), [&](int value) { return std::abs(value - wanted) <= 1; });
  };
  CHECK(is_well_formed(out));
  CHECK(out.width == c.to_width);
  CHECK(out.capture_time == in.capture_time);
  CHECK(all_near(out.y(), 90));
  CHECK(all_near(out.u(), 30));
  CHECK(all_near(out.v(), 210));
}

TEST_CASE("picture scaler: down and up again resembles the original") {
  MovingPicture camera(640, 360, 0);
  Picture small, back;
  const Picture& original = camera.next();
  scale_picture(original, 480, 270, small);
  scale_picture(small, 640, 360, back);
  CHECK(psnr(original, back) > 25);
}

TEST_CASE("picture scaler: tells a malformed picture") {
  Picture picture;
  CHECK_FALSE(is_well_formed(picture));
  picture.resize(3, 3);
  CHECK(is_well_formed(picture));
  picture.data.pop_back();
  CHECK_FALSE(is_well_formed(picture));
}
