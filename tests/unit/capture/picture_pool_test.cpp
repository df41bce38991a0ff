#include <catch2/catch.hpp>

#include "app/capture/picture_pool.h"

namespace evenkeel {

TEST_CASE("A picture that was let go is handed out again") {
  PicturePool pool;
  std::shared_ptr<Picture> picture = pool.take(640, 360);
  const Picture* const object = picture.get();
  const std::uint8_t* const memory = picture->data.data();
  picture.reset();
  picture = pool.take(480, 270);
  CHECK(picture.get() == object);
  CHECK(picture->data.data() == memory);
  CHECK(picture->width == 480);
  CHECK(picture->data.size() == 480 * 270 * 3 / 2);
}

TEST_CASE("Memory of larger pictures is freed when smaller ones are needed") {
  PicturePool pool;
  std::vector<std::shared_ptr<Picture>> all(8);
  for (auto& picture : all) picture = pool.take(1920, 1200);
  const std::shared_ptr<Picture> late = pool.take(1920, 1200);
  all.clear();
  CHECK(pool.waiting() == bytes(8 * 1920 * 1200 * 3 / 2));
  CHECK(pool.take(320, 180)->data.capacity() == 320 * 180 * 3 / 2);
  CHECK(pool.waiting() == bytes(320 * 180 * 3 / 2));
}

TEST_CASE("A large picture that comes back after the size shrank is freed as well") {
  PicturePool pool;
  std::shared_ptr<Picture> large = pool.take(1920, 1200);
  pool.take(320, 180).reset();
  large.reset();
  pool.take(320, 180).reset();
  CHECK(pool.waiting() <= bytes(2 * 320 * 180 * 3 / 2));
}

TEST_CASE("Pictures that are not needed any more are freed while others go round") {
  PicturePool pool;
  std::vector<std::shared_ptr<Picture>> all(8);
  for (auto& picture : all) picture = pool.take(640, 360);
  all.clear();
  for (int i = 0; i < 1000; ++i) {
    const auto shown = pool.take(640, 360);
    const auto decoded = pool.take(640, 360);
  }
  CHECK(pool.waiting() == bytes(2 * 640 * 360 * 3 / 2));
}

TEST_CASE("A pool that gives back keeps nothing, and goes on") {
  PicturePool pool;
  const auto used = pool.take(64, 48);
  pool.take(64, 48).reset();
  REQUIRE(pool.waiting() > bytes(0));
  pool.give_back();
  CHECK(pool.waiting() == bytes(0));
  CHECK(pool.take(64, 48) != used);
}

TEST_CASE("Pictures in use are different ones") {
  PicturePool pool;
  const auto first = pool.take(64, 48);
  const auto second = pool.take(64, 48);
  CHECK(first != second);
}

TEST_CASE("A picture may outlive its pool") {
  std::shared_ptr<const Picture> picture;
  {
    PicturePool pool;
    picture = pool.take(64, 48);
  }
  CHECK(picture->width == 64);
}

TEST_CASE("A pool keeps no more than a few spare pictures") {
  PicturePool pool;
  std::vector<std::shared_ptr<Picture>> all(50);
  for (auto& picture : all) picture = pool.take(64, 48);
  all.clear();
  CHECK(pool.take(64, 48) != nullptr);
}

}  // namespace evenkeel
