#pragma once

#include <string>

#include "gui/figures/figure.h"

namespace evenkeel {

/// Writes DIR/NAME.png and DIR/NAME.pdf (vectors), light, in the colours and fonts of the window's plots. The PNG
/// has two pixels for each of the page, of a tall page one. The folder is made if need be; the same figure gives the
/// same bytes. Needs a QApplication, offscreen will do. Returns nothing, or one sentence that says what failed.
std::string write_figure(const Figure& figure, const std::string& directory);

}  // namespace evenkeel
