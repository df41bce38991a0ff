#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/frames/picture.h"

namespace evenkeel {

/// Draws text into the luma plane in a font of 5x7 dots in cells of 6x8: capitals, digits and punctuation. Lower-case
/// letters become capitals, unknown characters a box. A dot is scale x scale pixels; what lies outside the picture is
/// cut off.
void draw_text(Picture& picture, int x, int y, int scale, std::string_view text, std::uint8_t luma);

/// Pixels from the first dot to the end of the last cell.
int text_width(std::string_view text, int scale);

/// Draws a plain dark picture with two centred lines of text, for a source without pictures. Keeps the size of `out`;
/// the text is as large as fits, and cut off if even the smallest does not fit.
void draw_notice(Picture& out, const std::string& heading, const std::string& line);

}  // namespace evenkeel
