#include "gui/call/still_watch.h"

#include <cstdlib>

namespace evenkeel {
namespace {

constexpr int usual_change = 4;  // of luma: what the encoder refines in a picture that does not move

}  // namespace

StillWatch::Places StillWatch::luma_at_places(const Picture& picture) {
  Places places{};
  const auto luma = picture.y();
  std::size_t place = 0;
  for (int row = 0; row < rows; ++row) {
    const std::size_t line =
        static_cast<std::size_t>((2 * row + 1) * picture.height / (2 * rows)) * static_cast<std::size_t>(picture.width);
    for (int column = 0; column < columns; ++column)
      places[place++] = luma[line + static_cast<std::size_t>((2 * column + 1) * picture.width / (2 * columns))];
  }
  return places;
}

void StillWatch::look(const Picture& picture) {
  if (picture.data.size() < picture.luma_size() || picture.luma_size() == 0) return forget();
  const Places now = luma_at_places(picture);
  bool same = true;
  for (std::size_t i = 0; i < now.size() && same; ++i) same = std::abs(now[i] - before_[i]) <= usual_change;
  alike_ = same ? alike_ + 1 : 0;
  before_ = now;
}

}  // namespace evenkeel
