#pragma once

#include <algorithm>
#include <memory>

#include "core/frames/picture.h"

namespace evenkeel::test {

/// A picture of one grey, 0 to 255: studio levels 16 to 235 are black to white.
inline std::shared_ptr<const Picture> grey_picture(int width, int height, std::uint8_t level) {
  auto picture = std::make_shared<Picture>();
  picture->resize(width, height);
  std::ranges::fill(picture->y(), level);
  std::ranges::fill(picture->u(), std::uint8_t{128});
  std::ranges::fill(picture->v(), std::uint8_t{128});
  return picture;
}

/// White on its left half, black on its right.
inline std::shared_ptr<const Picture> half_white_picture(int width, int height) {
  auto picture = std::make_shared<Picture>(*grey_picture(width, height, 16));
  for (int row = 0; row < height; ++row) std::fill_n(picture->y().begin() + row * width, width / 2, std::uint8_t{235});
  return picture;
}

}  // namespace evenkeel::test
