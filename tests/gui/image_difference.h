#pragma once

#include <QImage>
#include <QtGlobal>
#include <algorithm>
#include <cstdlib>
#include <string>

#include "tests/skip.h"

namespace evenkeel::test {

/// Whether pictures with docks are comparable: theirs were drawn by Qt 6.4, and 6.8 places title bars 3 pixels lower.
inline bool has_docks_of_kept_pictures() {
  const bool has = QLatin1String(qVersion()).startsWith(QLatin1String("6.4."));
  if (!has) skip("the kept pictures of docks are of Qt 6.4.");
  return has;
}

/// Whether a pixel is another than was kept, and not just the nearest of the few colours that the kept picture has.
inline bool is_other_pixel(QRgb now, QRgb kept, int tolerance) {
  return std::abs(qRed(now) - qRed(kept)) > tolerance || std::abs(qGreen(now) - qGreen(kept)) > tolerance ||
         std::abs(qBlue(now) - qBlue(kept)) > tolerance;
}

/// Pixels of the square at a place that are other ones.
inline int other_pixels(const QImage& now, const QImage& kept, int left, int top, int side, int tolerance) {
  int count = 0;
  for (int y = top; y < std::min(top + side, now.height()); ++y) {
    for (int x = left; x < std::min(left + side, now.width()); ++x)
      count += is_other_pixel(now.pixel(x, y), kept.pixel(x, y), tolerance);
  }
  return count;
}

/// Says where two pictures of one size first differ by more than single pixels, a changed letter being more; "" where
/// they do not. `tolerance`, of 255: less where pictures are made smaller, in which a letter is a shade.
inline std::string first_difference(const QImage& now, const QImage& kept, int tolerance = 80) {
  constexpr int side = 16;
  constexpr int allowed = 5;
  for (int top = 0; top < now.height(); top += side) {
    for (int left = 0; left < now.width(); left += side) {
      const int count = other_pixels(now, kept, left, top, side, tolerance);
      if (count > allowed)
        return std::to_string(count) + " pixels differ from " + std::to_string(left) + ", " + std::to_string(top) +
               " on";
    }
  }
  return {};
}

}  // namespace evenkeel::test
