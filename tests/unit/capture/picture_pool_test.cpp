#include <catch2/catch.hpp>

#include "app/capture/picture_pool.h"

namespace evenkeel {

TEST_CASE("A picture that was let go is handed out again") {
  PicturePool pool;
  std::shared_ptr<Picture> picture = pool.take(640, 360);
  const Picture* const object = picture.get();
  const std::uint8_t* const memory = picture->data.data();
  picture.reset();
  picture = pool.take(320, 180);
  CHECK(picture.get() == object);
  CHECK(picture->data.data() == memory);
  CHECK(picture->width == 320);
  CHECK(picture->data.size() == 320 * 180 * 3 / 2);
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
