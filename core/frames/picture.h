#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/time.h"

namespace evenkeel {

/// In pixels. Aligned so that std::atomic of it needs no lock with any compiler.
struct alignas(2 * sizeof(int)) PictureSize {
  int width = 0;
  int height = 0;
  bool operator==(const PictureSize&) const = default;
};

/// "1280x720"
inline std::string to_string(PictureSize size) {
  return std::to_string(size.width) + 'x' + std::to_string(size.height);
}

/// What is received and shown unless the user asks for more: 16:10 displays, and video of 1080 lines.
inline constexpr PictureSize default_largest_picture{1920, 1200};

/// Whether a picture is within `largest`, upright or turned on its side, as phones send it.
constexpr bool fits(PictureSize picture, PictureSize largest) {
  const auto within = [&](int width, int height) { return width <= largest.width && height <= largest.height; };
  return within(picture.width, picture.height) || within(picture.height, picture.width);
}

/// A raw picture, I420, the planes one after another without padding. Width and height are at least 1; the planes of
/// colour have half of each, rounded up.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> data;
  LocalTime capture_time{};

  int chroma_width() const { return (width + 1) / 2; }
  int chroma_height() const { return (height + 1) / 2; }
  std::size_t luma_size() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  std::size_t chroma_size() const {
    return static_cast<std::size_t>(chroma_width()) * static_cast<std::size_t>(chroma_height());
  }

  /// Gives the picture a size; the contents are then unspecified. Keeps the memory where it suffices.
  void resize(int new_width, int new_height) {
    width = new_width;
    height = new_height;
    data.resize(luma_size() + 2 * chroma_size());
  }

  std::span<std::uint8_t> y() { return {data.data(), luma_size()}; }
  std::span<std::uint8_t> u() { return {data.data() + luma_size(), chroma_size()}; }
  std::span<std::uint8_t> v() { return {data.data() + luma_size() + chroma_size(), chroma_size()}; }
  std::span<const std::uint8_t> y() const { return {data.data(), luma_size()}; }
  std::span<const std::uint8_t> u() const { return {data.data() + luma_size(), chroma_size()}; }
  std::span<const std::uint8_t> v() const { return {data.data() + luma_size() + chroma_size(), chroma_size()}; }
};

}  // namespace evenkeel
