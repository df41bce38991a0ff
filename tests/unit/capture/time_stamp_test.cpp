#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "app/capture/test_picture.h"
#include "app/capture/time_stamp.h"
#include "tests/unit/capture/pixels.h"

namespace evenkeel {
namespace {

const LocalTime some_time = LocalTime(std::chrono::microseconds(1'234'567'890'123));

Picture grey(int width, int height) {
  Picture picture;
  picture.resize(width, height);
  std::ranges::fill(picture.data, std::uint8_t{128});
  return picture;
}

Picture stamped(int width, int height, LocalTime time = some_time) {
  Picture picture = grey(width, height);
  stamp_time(picture, time);
  return picture;
}

/// What a low quantiser budget leaves of a picture: each 4x4 block becomes nearly its mean, off by some.
void coarsen(Picture& picture, int noise) {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> error(-noise, noise);
  for (int y = 0; y + 4 <= picture.height; y += 4) {
    for (int x = 0; x + 4 <= picture.width; x += 4) {
      int sum = 0;
      for (int i = 0; i < 16; ++i) sum += luma(picture, x + i % 4, y + i / 4);
      const int mean = sum / 16 + error(random);
      for (int i = 0; i < 16; ++i) {
        std::uint8_t& p = luma(picture, x + i % 4, y + i / 4);
        p = static_cast<std::uint8_t>(std::clamp((3 * mean + p) / 4 + error(random), 0, 255));
      }
    }
  }
}

void blur(Picture& picture, int radius) {
  const Picture in = picture;
  for (int y = 0; y < in.height; ++y) {
    for (int x = 0; x < in.width; ++x) {
      int sum = 0;
      int count = 0;
      for (int j = std::max(0, y - radius); j <= std::min(in.height - 1, y + radius); ++j) {
        for (int i = std::max(0, x - radius); i <= std::min(in.width - 1, x + radius); ++i, ++count) {
          sum += luma(in, i, j);
        }
      }
      luma(picture, x, y) = static_cast<std::uint8_t>(sum / count);
    }
  }
}

/// Luma only, each pixel the mean of those it covers.
Picture shrink(const Picture& in, int width, int height) {
  Picture out = grey(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int sum = 0;
      int count = 0;
      for (int j = y * in.height / height; j < (y + 1) * in.height / height; ++j) {
        for (int i = x * in.width / width; i < (x + 1) * in.width / width; ++i, ++count) {
          sum += luma(in, i, j);
        }
      }
      luma(out, x, y) = static_cast<std::uint8_t>(sum / count);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("A time stamp can be read at every size") {
  const auto [width, height] = GENERATE(table<int, int>(
      {{64, 48}, {65, 49}, {176, 144}, {320, 180}, {352, 288}, {640, 360}, {641, 361}, {1280, 720}, {1920, 1080}}));
  CAPTURE(width, height);
  CHECK(read_time(stamped(width, height)) == some_time);
}

TEST_CASE("A time stamp holds every time from boot to the end of the clock, in microseconds") {
  const auto us =
      GENERATE(values<std::int64_t>({0, 1, 1'000'000, 0x5555'5555'5555, 0x1f'ffff'ffff'ffff, 9'223'372'036'854'775}));
  const LocalTime time{std::chrono::microseconds(us)};
  CHECK(read_time(stamped(320, 180, time)) == time);
  if (us < 1'000'000'000'000) CHECK(read_time(stamped(320, 180, time + 999ns)) == time);
}

TEST_CASE("A time before boot is stamped as boot") {
  CHECK(read_time(stamped(320, 180, LocalTime(-5s))) == LocalTime());
}

TEST_CASE("A time stamp survives coarse quantisation and blur") {
  Picture picture = stamped(1280, 720);
  SECTION("coarse blocks") { coarsen(picture, 50); }
  SECTION("blur") { blur(picture, 4); }
  SECTION("both") {
    coarsen(picture, 40);
    blur(picture, 2);
  }
  CHECK(read_time(picture) == some_time);
}

TEST_CASE("A time stamp survives scaling down to a quarter, and damage after it") {
  const int divisor = GENERATE(2, 3, 4);
  Picture small = shrink(stamped(1280, 720), 1280 / divisor, 720 / divisor);
  CHECK(read_time(small) == some_time);
  coarsen(small, 40);
  CHECK(read_time(small) == some_time);
}

TEST_CASE("Where no stamp is, none is read") {
  CHECK_FALSE(read_time(Picture{}));
  CHECK_FALSE(read_time(grey(39, 100)));
  CHECK_FALSE(read_time(grey(640, 360)));
  Picture picture = grey(640, 360);
  const auto shade = GENERATE(std::uint8_t{0}, std::uint8_t{16}, std::uint8_t{235}, std::uint8_t{255});
  std::ranges::fill(picture.data, shade);
  CHECK_FALSE(read_time(picture));
}

TEST_CASE("Any single wrong cell makes a stamp unreadable") {
  for (int cell = 0; cell < 80; ++cell) {
    Picture picture = stamped(1280, 720);
    for (int i = 0; i < 32 * 16; ++i) {
      const int x = cell % 40 * 32 + i % 32;
      const int y = cell / 40 * 16 + i / 32;
      std::uint8_t& pixel = luma(picture, x, y);
      pixel = static_cast<std::uint8_t>(251 - pixel);
    }
    CHECK_FALSE(read_time(picture));
  }
}

TEST_CASE("Noise is hardly ever taken for a stamp") {
  std::mt19937 random(3);
  Picture picture = grey(64, 48);
  int read = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::ranges::generate(picture.y().first(64 * 3), [&] { return static_cast<std::uint8_t>(random()); });
    read += read_time(picture) ? 1 : 0;
  }
  CHECK(read <= 1);
}

}  // namespace evenkeel
