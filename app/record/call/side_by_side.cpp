#include "app/record/call/side_by_side.h"

#include <algorithm>
#include <cmath>

#include "codecs/picture_scaler.h"

namespace evenkeel {
namespace {

constexpr int min_height = 160, max_height = 640;
constexpr std::uint8_t pad_luma = 16;
constexpr std::uint8_t pad_chroma = 128;

int even(double value) { return std::max(2, static_cast<int>(std::lround(value / 2)) * 2); }

int height_of(const Picture& picture) {
  return std::clamp(even(double{SideBySide::half_width} * picture.height / picture.width), min_height, max_height);
}

/// Copies a plane to its place in a larger one.
void copy(std::span<const std::uint8_t> from, int width, std::span<std::uint8_t> to, int stride, int left, int top) {
  const auto row = static_cast<std::size_t>(width);
  auto at = static_cast<std::size_t>(top) * static_cast<std::size_t>(stride) + static_cast<std::size_t>(left);
  for (std::size_t i = 0; i + row <= from.size(); i += row, at += static_cast<std::size_t>(stride)) {
    std::ranges::copy(from.subspan(i, row), to.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

bool is_usable(const Picture* picture) { return picture != nullptr && is_well_formed(*picture); }

}  // namespace

void SideBySide::compose(const Picture* received, const Picture* own, Picture& out) {
  const bool left = is_usable(received), right = is_usable(own);
  if (height_ == 0 && (left || right)) height_ = height_of(left ? *received : *own);
  out.resize(2 * half_width, height_ == 0 ? min_height : height_);
  std::ranges::fill(out.y(), pad_luma);
  std::ranges::fill(out.u(), pad_chroma);
  std::ranges::fill(out.v(), pad_chroma);
  if (left) put(*received, 0, out);
  if (right) put(*own, half_width, out);
}

void SideBySide::put(const Picture& picture, int left, Picture& out) {
  const double scale = std::min(double{half_width} / picture.width, static_cast<double>(out.height) / picture.height);
  const int width = std::min(even(picture.width * scale), half_width);
  const int height = std::min(even(picture.height * scale), out.height);
  scale_picture(picture, width, height, scaled_);
  // Even, so that the planes of colour, of half the size, have the same place.
  const int x = left + (half_width - width) / 4 * 2, y = (out.height - height) / 4 * 2;
  copy(scaled_.y(), width, out.y(), out.width, x, y);
  copy(scaled_.u(), scaled_.chroma_width(), out.u(), out.chroma_width(), x / 2, y / 2);
  copy(scaled_.v(), scaled_.chroma_width(), out.v(), out.chroma_width(), x / 2, y / 2);
}

}  // namespace evenkeel
