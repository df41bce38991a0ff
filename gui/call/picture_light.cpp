#include "gui/call/picture_light.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr int light_columns = 96;  // of the places looked at: the letters of a notice are wider than a step
constexpr int light_rows = 54;
constexpr int dark_grey = 48;  // of luma, where 16 is black: a camera's noise in the dark is below
constexpr int few = light_columns * light_rows / 200;

}  // namespace

bool is_dark(const Picture& picture) {
  if (picture.data.size() < picture.luma_size() || picture.luma_size() == 0) return false;
  const auto luma = picture.y();
  int bright = 0;
  for (int row = 0; row < light_rows; ++row) {
    const std::size_t line =
        static_cast<std::size_t>(row * picture.height / light_rows) * static_cast<std::size_t>(picture.width);
    for (int column = 0; column < light_columns; ++column)
      bright += luma[line + static_cast<std::size_t>(column * picture.width / light_columns)] > dark_grey;
  }
  return bright <= few;
}

}  // namespace evenkeel
