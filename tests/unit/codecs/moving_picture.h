#pragma once

#include <cstdint>
#include <vector>

#include "core/frames/picture.h"

namespace evenkeel {

/// Difficult pictures for tests: a random texture of several scales that scrolls over both diagonals in turn, with
/// noise that is new in each picture.
class MovingPicture {
 public:
  /// `noise` is the largest deviation of a pixel.
  MovingPicture(int width, int height, int noise = 3, double frames_per_second = 30);

  /// The next one.
  const Picture& next();

 private:
  std::uint32_t random();
  std::uint8_t texture(int x, int y) const;
  void draw(std::vector<std::uint8_t>::iterator plane, int width, int height, int scale, int base);

  std::vector<std::uint8_t> texture_;
  Picture picture_;
  int noise_;
  Duration interval_;
  int number_ = 0;
  int x_ = 0;
  int y_ = 0;
  std::uint32_t seed_ = 1;
};

/// Of the luma, in dB; the sizes must agree.
double psnr(const Picture& a, const Picture& b);

}  // namespace evenkeel
