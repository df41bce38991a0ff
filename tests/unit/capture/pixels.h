#pragma once

#include <cstddef>

#include "core/frames/picture.h"

namespace evenkeel {

inline std::uint8_t& luma(Picture& picture, int x, int y) {
  return picture.y().data()[std::ptrdiff_t{y} * picture.width + x];
}
inline std::uint8_t luma(const Picture& picture, int x, int y) {
  return picture.y().data()[std::ptrdiff_t{y} * picture.width + x];
}

}  // namespace evenkeel
