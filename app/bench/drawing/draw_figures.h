#pragma once

#include <string>
#include <vector>

#include "gui/figures/figure.h"

namespace evenkeel::bench {

/// Writes each as PNG and PDF into the folder, without a display. A build without Qt says that it cannot draw, which is
/// no failure. Returns nothing, or one sentence that says what failed.
std::string draw_figures(const std::vector<Figure>& figures, const std::string& folder);

}  // namespace evenkeel::bench
