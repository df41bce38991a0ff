#include "app/capture/notice_picture.h"

#include <algorithm>

#include "app/capture/bitmap_font.h"

namespace evenkeel {
namespace {

constexpr std::uint8_t kBackground = 40;
constexpr std::uint8_t kInk = 220;

/// Nine tenths of the width, and no higher than a twelfth of the height.
int fitting_scale(const Picture& picture, const std::string& text) {
  const int by_width = picture.width * 9 / 10 / std::max(1, text_width(text, 1));
  return std::max(1, std::min(by_width, picture.height / 96));
}

void draw_centred(Picture& picture, int y, int scale, const std::string& text) {
  draw_text(picture, (picture.width - text_width(text, scale)) / 2, y, scale, text, kInk);
}

}  // namespace

void draw_notice(Picture& out, const std::string& heading, const std::string& line) {
  std::ranges::fill(out.y(), kBackground);
  std::ranges::fill(out.u(), std::uint8_t{128});
  std::ranges::fill(out.v(), std::uint8_t{128});
  const int big = fitting_scale(out, heading);
  const int small = std::min(std::max(1, big * 2 / 3), fitting_scale(out, line));
  draw_centred(out, out.height / 2 - 9 * big, big, heading);
  draw_centred(out, out.height / 2 + 3 * small, small, line);
}

}  // namespace evenkeel
