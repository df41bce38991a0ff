#pragma once

#include <string>
#include <vector>

#include "gui/figures/figure.h"

namespace evenkeel::bench {

/// Writes each figure as PNG and PDF into the folder, without a display. A build without Qt only prints that it cannot
/// draw, which is not an error. Returns an empty string, or one sentence that says what failed.
std::string draw_figures(const std::vector<Figure>& figures, const std::string& folder);

}  // namespace evenkeel::bench
