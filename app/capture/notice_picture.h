#pragma once

#include <string>

#include "core/frames/picture.h"

namespace evenkeel {

/// A plain dark picture with two lines of words in the middle, for a source that has nothing better to show. The size
/// stays; the words are as big as fits, and cut off where even the smallest do not.
void draw_notice(Picture& out, const std::string& heading, const std::string& line);

}  // namespace evenkeel
