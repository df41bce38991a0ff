#include "tests/unit/codecs/moving_picture.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

constexpr int side = 512;  // of the texture, which repeats

}  // namespace

MovingPicture::MovingPicture(int width, int height, int noise, double frames_per_second)
    : texture_(side * side), noise_(noise), interval_(from_seconds(1 / frames_per_second)) {
  std::vector<int> sums(texture_.size());
  for (int scale : {64, 16, 4}) {
    std::vector<int> grid(texture_.size());
    for (int& value : grid) value = static_cast<int>(random() % 64) - 32;
    for (int i = 0; i < side * side; ++i) {
      const int cell = i / side / scale * side + i % side / scale;
      sums[static_cast<std::size_t>(i)] += grid[static_cast<std::size_t>(cell)];
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) texture_[i] = static_cast<std::uint8_t>(128 + sums[i]);
  picture_.resize(width, height);
}

const Picture& MovingPicture::next() {
  picture_.capture_time = LocalTime(1s) + number_ * interval_;
  const bool down = number_ / 45 % 2 == 0;
  x_ += 3;
  y_ += down ? 2 : -2;
  const auto luma = picture_.data.begin();
  const auto chroma = static_cast<std::ptrdiff_t>(picture_.chroma_size());
  const auto u = luma + static_cast<std::ptrdiff_t>(picture_.luma_size());
  draw(luma, picture_.width, picture_.height, 1, 0);
  draw(u, picture_.chroma_width(), picture_.chroma_height(), 2, side / 3);
  draw(u + chroma, picture_.chroma_width(), picture_.chroma_height(), 2, side / 2);
  ++number_;
  return picture_;
}

std::uint32_t MovingPicture::random() {
  seed_ ^= seed_ << 13;
  seed_ ^= seed_ >> 17;
  return seed_ ^= seed_ << 5;
}

std::uint8_t MovingPicture::texture(int x, int y) const {
  return texture_[static_cast<std::size_t>((y & (side - 1)) * side + (x & (side - 1)))];
}

void MovingPicture::draw(std::vector<std::uint8_t>::iterator plane, int width, int height, int scale, int base) {
  const auto range = static_cast<std::uint32_t>(2 * noise_ + 1);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int noise = static_cast<int>((random() >> 8) % range) - noise_;
      *plane++ = static_cast<std::uint8_t>(std::clamp(texture(x * scale + x_ + base, y * scale + y_) + noise, 0, 255));
    }
  }
}

double psnr(const Picture& a, const Picture& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.luma_size(); ++i) {
    const double difference = static_cast<double>(a.data[i]) - b.data[i];
    sum += difference * difference;
  }
  return 10 * std::log10(255.0 * 255.0 / std::max(1e-9, sum / static_cast<double>(a.luma_size())));
}

}  // namespace evenkeel
