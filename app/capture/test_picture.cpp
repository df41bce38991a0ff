#include "app/capture/test_picture.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numbers>

#include "app/capture/picture_text.h"
#include "app/capture/time_stamp.h"

namespace evenkeel {
namespace {

constexpr std::size_t noise_size = 1 << 16;
constexpr int noise_amplitude = 9;
constexpr std::uint8_t full_white = 235;

/// splitmix64: a hash good enough for textures, and the same everywhere.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

std::uint64_t mix(std::uint64_t seed, std::uint64_t a, std::uint64_t b) { return mix(mix(seed ^ mix(a)) ^ b); }

std::uint8_t to_byte(double v) { return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0, 255.0))); }

double smooth(double t) { return t * t * (3 - 2 * t); }

/// A grid of random numbers in [-1, 1], joined smoothly; repeats every `cells` cells in x.
double value_noise(std::uint64_t seed, double x, double y, int cells) {
  const auto at = [&](int column, int row) {
    const auto hash = mix(seed, static_cast<std::uint64_t>(column % cells), static_cast<std::uint64_t>(row));
    return static_cast<double>(hash >> 11) * 0x1p-52 - 1;
  };
  const int column = static_cast<int>(x);
  const int row = static_cast<int>(y);
  const double fx = smooth(x - column);
  const double fy = smooth(y - row);
  return std::lerp(std::lerp(at(column, row), at(column + 1, row), fx),
                   std::lerp(at(column, row + 1), at(column + 1, row + 1), fx), fy);
}

/// Position between 0 and 1 of something that moves back and forth; one way takes one unit of time.
double bounce(double t) { return 1 - std::abs(std::fmod(t, 2.0) - 1); }

std::uint8_t* row_of(Picture& picture, int y) { return picture.y().data() + std::ptrdiff_t{y} * picture.width; }

void fill_gradient(Picture& picture) {
  for (int y = 0; y < picture.height; ++y) {
    std::uint8_t* const row = row_of(picture, y);
    for (int x = 0; x < picture.width; ++x) {
      row[x] = to_byte(60 + 70.0 * y / picture.height + 40.0 * x / picture.width);
    }
  }
  const int width = picture.chroma_width();
  std::size_t i = 0;
  for (int y = 0; y < picture.chroma_height(); ++y) {
    for (int x = 0; x < width; ++x, ++i) {
      const double across = static_cast<double>(x) / width;
      const double down = static_cast<double>(y) / picture.chroma_height();
      picture.u()[i] = to_byte(158 - 40 * across + 8 * down);
      picture.v()[i] = to_byte(108 + 36 * across - 16 * down);
    }
  }
}

std::vector<std::uint8_t> make_texture(int width, int height, int picture_height, std::uint64_t seed) {
  // Three octaves; the finest has structures of about five pixels at 720p.
  std::vector<std::uint8_t> out(static_cast<std::size_t>(2 * width) * static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      double value = 120;
      for (int octave = 0; octave < 3; ++octave) {
        const int cells = std::max(1, width * (9 << (2 * octave)) / picture_height);
        const double scale = static_cast<double>(cells) / width;
        value += 36.0 / (1 << octave) * value_noise(seed + static_cast<unsigned>(octave), x * scale, y * scale, cells);
      }
      std::uint8_t* const row = out.data() + std::ptrdiff_t{y} * 2 * width;
      row[x] = row[x + width] = to_byte(value);
    }
  }
  return out;
}

std::vector<std::int8_t> make_noise(std::uint64_t seed) {
  std::vector<std::int8_t> out(noise_size);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::int8_t>(static_cast<int>(mix(seed, 77, i) % (2 * noise_amplitude + 1)) - noise_amplitude);
  }
  return out;
}

void draw_clock(Picture& picture, double seconds) {
  std::array<char, 40> text{};
  const auto ms = static_cast<long long>(seconds * 1e3);
  std::snprintf(text.data(), text.size(), "%02lld:%02lld:%02lld.%03lld", ms / 3600000, ms / 60000 % 60, ms / 1000 % 60,
                ms % 1000);
  const int scale = std::max(1, picture.height / 144);
  draw_text(picture, picture.width / 20, picture.height * 9 / 20, scale, "EVENKEEL TEST", 225);
  draw_text(picture, picture.width / 20, picture.height * 9 / 20 + 10 * scale, scale, text.data(), 225);
}

/// Pixels, half open: where nothing else is drawn but the ball, which is smaller.
struct Square {
  int left, top, right, bottom;
};

Square flash_of(const Picture& picture) {
  const int left = picture.width * 2 / 5;
  const int top = picture.height * 3 / 8;
  return {left, top, std::min(left + picture.height / 4, picture.width * 13 / 20), top + picture.height / 4};
}

void draw_flash(Picture& picture, LocalTime at) {
  if (at.time_since_epoch() % 1s >= 100ms) return;
  const Square square = flash_of(picture);
  for (int y = square.top; y < square.bottom; ++y) {
    std::fill(row_of(picture, y) + square.left, row_of(picture, y) + square.right, full_white);
  }
}

}  // namespace

bool is_flashing(const Picture& picture) {
  constexpr int bright = 205;
  const Square square = flash_of(picture);
  int sum = 0;
  for (int y = square.top; y < square.bottom; ++y) {
    const std::uint8_t* const row = picture.y().data() + std::ptrdiff_t{y} * picture.width;
    for (int x = square.left; x < square.right; ++x) sum += row[x];
  }
  return sum > bright * (square.right - square.left) * (square.bottom - square.top);
}

TestPicture::TestPicture(int width, int height, std::uint64_t seed) : seed_(seed), noise_(make_noise(seed)) {
  width = std::max(width, 64);
  height = std::max(height, 48);
  still_.resize(width, height);
  fill_gradient(still_);
  const int band = height * 3 / 16;
  bands_[0] = {height / 8, band, width, 0.11, make_texture(width, band, height, mix(seed, 1, 0))};
  bands_[1] = {height * 3 / 4, band, width, -0.07, make_texture(width, band, height, mix(seed, 2, 0))};
}

void TestPicture::draw(Picture& out, LocalTime at) const {
  const double seconds = to_seconds(at.time_since_epoch());
  out.resize(still_.width, still_.height);
  std::memcpy(out.data.data(), still_.data.data(), still_.data.size());
  for (const Band& band : bands_) draw_band(out, band, seconds);
  draw_noise(out, at);
  draw_clock(out, seconds);
  draw_ball(out, seconds);
  draw_flash(out, at);
  out.capture_time = at;
  stamp_time(out, at);
}

void TestPicture::draw_band(Picture& out, const Band& band, double seconds) const {
  const double turns = seconds * band.speed;
  const int offset = static_cast<int>((turns - std::floor(turns)) * band.period) % band.period;
  for (int y = 0; y < band.height; ++y) {
    const std::uint8_t* const texture = band.luma.data() + std::ptrdiff_t{y} * 2 * band.period;
    std::memcpy(row_of(out, band.top + y), texture + offset, static_cast<std::size_t>(out.width));
  }
}

void TestPicture::draw_noise(Picture& out, LocalTime at) const {
  const int width = out.width / 4;
  const int left = out.width * 7 / 10;
  const auto instant = static_cast<std::uint64_t>(at.time_since_epoch().count());
  for (int y = out.height * 3 / 8; y < out.height * 11 / 16; ++y) {
    const std::uint64_t hash = mix(seed_, instant, static_cast<std::uint64_t>(y));
    const std::int8_t* const noise = noise_.data() + hash % (noise_size - static_cast<std::size_t>(width));
    std::uint8_t* const row = row_of(out, y) + left;
    for (int x = 0; x < width; ++x) row[x] = static_cast<std::uint8_t>(row[x] + noise[x]);
  }
}

void TestPicture::draw_ball(Picture& out, double seconds) const {
  const int radius = std::min(out.width, out.height) / 9;
  const int cx = radius + static_cast<int>(bounce(seconds / 4.1) * (out.width - 2 * radius));
  const double jump = std::abs(std::sin(seconds * std::numbers::pi / 1.3));
  const int cy = out.height - radius - static_cast<int>(jump * 0.8 * (out.height - 2 * radius));
  for (int dy = -radius; dy < radius; ++dy) {
    const int half = static_cast<int>(std::sqrt(static_cast<double>(radius * radius - dy * dy)));
    std::uint8_t* const row = row_of(out, cy + dy) + cx;
    for (int dx = -half; dx < half; ++dx) {
      // Lit from the upper left.
      const int ox = dx + radius / 3;
      const int oy = dy + radius / 3;
      row[dx] = static_cast<std::uint8_t>(230 - 130 * (ox * ox + oy * oy) / (3 * radius * radius));
    }
  }
  for (int dy = -radius / 2; dy < radius / 2; ++dy) {
    const int half = static_cast<int>(std::sqrt(static_cast<double>(radius * radius) / 4 - dy * dy));
    const auto first = static_cast<std::ptrdiff_t>(cy / 2 + dy) * out.chroma_width() + cx / 2 - half;
    std::fill_n(out.u().data() + first, 2 * half, std::uint8_t{84});
    std::fill_n(out.v().data() + first, 2 * half, std::uint8_t{178});
  }
}

}  // namespace evenkeel
