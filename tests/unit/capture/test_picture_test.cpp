#include <algorithm>
#include <catch2/catch.hpp>

#include "app/capture/test_picture.h"
#include "app/capture/time_stamp.h"

namespace evenkeel {
namespace {

LocalTime at(Duration since_boot) { return LocalTime(since_boot); }

Picture draw(const TestPicture& pictures, LocalTime time) {
  Picture out;
  pictures.draw(out, time);
  return out;
}

double changed_pixels(const Picture& a, const Picture& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.luma_size(); ++i) count += a.data[i] != b.data[i] ? 1U : 0U;
  return static_cast<double>(count) / static_cast<double>(a.luma_size());
}

}  // namespace

TEST_CASE("The test picture depends on size, seed and time, and on nothing else") {
  const TestPicture pictures(320, 180, 1);
  const Picture first = draw(pictures, at(100s));
  CHECK(draw(pictures, at(100s)).data == first.data);
  CHECK(draw(TestPicture(320, 180, 1), at(100s)).data == first.data);
  CHECK(draw(TestPicture(320, 180, 2), at(100s)).data != first.data);
  CHECK(draw(pictures, at(100s + 33ms)).data != first.data);
}

TEST_CASE("The test picture says when it was taken") {
  const TestPicture pictures(640, 360, 1);
  const LocalTime time = at(54'321'987'654us);
  const Picture picture = draw(pictures, time);
  CHECK(picture.capture_time == time);
  CHECK(read_time(picture) == time);
}

TEST_CASE("The test picture moves in a good part, and not everywhere") {
  const TestPicture pictures(640, 360, 1);
  const double changed = changed_pixels(draw(pictures, at(10s)), draw(pictures, at(10s + 33ms)));
  CHECK(changed > 0.2);
  CHECK(changed < 0.7);
}

TEST_CASE("The test picture can be drawn at any size, at any time") {
  const auto [width, height] = GENERATE(table<int, int>(
      {{64, 48}, {65, 49}, {64, 2000}, {2000, 48}, {99, 101}, {320, 180}, {1, 1}, {641, 361}, {1920, 1080}}));
  CAPTURE(width, height);
  const TestPicture pictures(width, height, 3);
  Picture picture;
  for (int i = 0; i < 40; ++i) pictures.draw(picture, at(i * 277ms + 1'000'000s));
  CHECK(picture.width == std::max(width, 64));
  CHECK(picture.height == std::max(height, 48));
  CHECK(read_time(picture) == picture.capture_time);
}

TEST_CASE("The test picture flashes for the first 100 ms of each second, and the ball is never taken for it") {
  const auto [width, height] = GENERATE(table<int, int>({{64, 48}, {320, 180}, {640, 360}, {360, 640}, {641, 361}}));
  CAPTURE(width, height);
  const TestPicture pictures(width, height, 3);
  Picture picture;
  int wrong = 0;
  for (Duration time = 1'000s; time < 1'200s; time += 20ms) {
    pictures.draw(picture, at(time));
    if (is_flashing(picture) != (time % 1s < 100ms)) ++wrong;
  }
  CHECK(wrong == 0);
}

}  // namespace evenkeel
