#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/time.h"
#include "core/frames/picture.h"

namespace evenkeel {

/// Draws a moving picture that is a pure function of time: a colour gradient, two textured bands that scroll and a ball
/// that bounces, a field of noise, a clock to read, a white square that flashes for the first 100 ms of each second,
/// when the test sound beeps, and a time stamp for machines (time_stamp.h). Busy enough that VP8
/// at 720p uses 2.5 Mbit/s at a moderate quantiser. The static part is drawn once, the rest is copied by rows.
class TestPicture {
 public:
  /// Sizes below 64x48 are raised to that. The seed chooses the textures and the noise.
  TestPicture(int width, int height, std::uint64_t seed);

  /// Draws the picture for a time, sets its capture time, and adds the time stamp.
  void draw(Picture& out, LocalTime at) const;

 private:
  /// A strip of texture, wider than the picture by one period, that slides.
  struct Band {
    int top = 0;
    int height = 0;
    int period = 0;
    double speed = 0;  ///< widths of the picture per second
    std::vector<std::uint8_t> luma;
  };

  void draw_band(Picture& out, const Band& band, double seconds) const;
  void draw_noise(Picture& out, LocalTime at) const;
  void draw_ball(Picture& out, double seconds) const;

  std::uint64_t seed_;
  Picture still_;
  std::array<Band, 2> bands_;
  std::vector<std::int8_t> noise_;
};

/// Whether the white square is there in a test picture, which may have been scaled and encoded.
bool is_flashing(const Picture& picture);

}  // namespace evenkeel
