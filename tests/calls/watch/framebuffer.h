#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/frames/picture.h"

namespace evenkeel::test {

/// Pixels of a screen.
struct Rectangle {
  int left = 0, top = 0, width = 0, height = 0;
};

/// What a virtual display shows now: the file in which Xvfb keeps it (-fbdir), 24 bits deep. Throws std::runtime_error
/// where that is none.
class Framebuffer {
 public:
  explicit Framebuffer(const std::string& path);
  ~Framebuffer();
  Framebuffer(const Framebuffer&) = delete;
  Framebuffer& operator=(const Framebuffer&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }
  /// 16 to 235, as in a Picture.
  std::uint8_t luma(int x, int y) const;
  /// The rows from `first` to `end` of the part of the screen that shows `out`, whose size counts; no colour.
  void copy(const Rectangle& shown, int first, int end, Picture& out) const;

 private:
  std::span<const std::uint8_t> file_;
  const std::uint8_t* pixels_ = nullptr;
  int width_ = 0, height_ = 0, stride_ = 0;
};

}  // namespace evenkeel::test
