#pragma once

#include <string>

#include "gui/figures/figure.h"

namespace evenkeel {

/// Writes DIR/NAME.png and DIR/NAME.pdf (vectors), light, in the colours and fonts of the window's plots. The PNG has
/// twice the page's resolution, or the same for a tall page. Creates the folder if needed; equal figures give equal
/// bytes. Needs a QApplication, which may be offscreen. Returns an empty string, or one sentence that says what failed.
std::string write_figure(const Figure& figure, const std::string& directory);

}  // namespace evenkeel
