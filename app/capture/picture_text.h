#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/frames/picture.h"

namespace evenkeel {

/// A font of 5x7 dots in a cell of 6x8, for the few words that must be in a picture without a text library: capitals,
/// digits and punctuation. Small letters come out as capitals, anything unknown as a box.
/// Writes into the luma plane with dots of scale x scale pixels; what lies outside the picture is cut off.
void draw_text(Picture& picture, int x, int y, int scale, std::string_view text, std::uint8_t luma);

/// Pixels from the first dot to the end of the last cell.
int text_width(std::string_view text, int scale);

/// A plain dark picture with two lines of words in the middle, for a source that has nothing better to show. The size
/// stays; the words are as big as fits, and cut off where even the smallest do not.
void draw_notice(Picture& out, const std::string& heading, const std::string& line);

}  // namespace evenkeel
