#pragma once

#include <string>

#include "gui/figures/figure.h"

namespace evenkeel {

/// Writes DIR/NAME.png and DIR/NAME.pdf (vectors), light, in the colours and fonts of the window's plots. Needs a
/// QApplication, offscreen will do. Returns nothing, or one sentence that says what failed.
std::string write_figure(const Figure& figure, const std::string& directory);

}  // namespace evenkeel
