#include <algorithm>
#include <catch2/catch.hpp>

#include "app/capture/picture_text.h"
#include "tests/unit/capture/pixels.h"

namespace evenkeel {
namespace {

Picture black(int width, int height) {
  Picture picture;
  picture.resize(width, height);
  std::ranges::fill(picture.data, std::uint8_t{0});
  return picture;
}

std::string shape_of(char c) {
  Picture picture = black(6, 8);
  draw_text(picture, 0, 0, 1, std::string(1, c), 1);
  std::string out;
  for (const std::uint8_t dot : picture.y()) out += dot != 0 ? '#' : '.';
  return out;
}

bool inked(const Picture& picture, int column) {
  for (int y = 0; y < picture.height; ++y) {
    if (luma(picture, column, y) > 200) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("A letter has its dots where they belong") {
  CHECK(shape_of('L') ==
        "#....."
        "#....."
        "#....."
        "#....."
        "#....."
        "#....."
        "#####."
        "......");
  CHECK(shape_of('l') == shape_of('L'));
  CHECK(shape_of('\n') == shape_of('~'));
  CHECK(shape_of(' ') == std::string(48, '.'));
}

TEST_CASE("Text is cut off at the edges of the picture") {
  Picture picture = black(20, 10);
  draw_text(picture, -7, -3, 2, "HELLO, WORLD", 200);
  draw_text(picture, 15, 6, 3, "HELLO", 200);
  draw_text(picture, 500, 500, 3, "HELLO", 200);
  CHECK(std::ranges::count(picture.y(), 200) > 0);
  CHECK(std::ranges::all_of(picture.u(), [](std::uint8_t v) { return v == 0; }));
}

TEST_CASE("A notice fits its words into the picture") {
  const auto [width, height] = GENERATE(table<int, int>({{64, 48}, {320, 180}, {1280, 720}, {200, 900}, {1, 1}}));
  Picture picture = black(width, height);
  draw_notice(picture, "CAMERA LOST", "TRYING AGAIN");
  if (width >= 100) {
    CHECK(std::ranges::count_if(picture.y(), [](std::uint8_t v) { return v > 200; }) > 150);
    CHECK_FALSE(inked(picture, 0));
    CHECK_FALSE(inked(picture, width - 1));
  }
  CHECK(picture.u()[0] == 128);
}

}  // namespace evenkeel
