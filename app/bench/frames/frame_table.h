#pragma once

#include <string>
#include <vector>

#include "app/bench/frames/frame_pacing.h"
#include "gui/figures/figure.h"

namespace evenkeel::bench {

/// Column names with units.
std::vector<std::string> frame_pacing_columns();
/// One row of the table and of the CSV file.
std::vector<std::string> frame_pacing_row(const FramePacingResult& result);

/// Figures of the results of one codec: "pacing-gain-synthetic" or "pacing-gain-vp8" with frame delay, link queue and
/// loss by gain, a set of bars per situation; and a second one with the controllers.
std::vector<Figure> frame_pacing_figures(const std::vector<FramePacingResult>& results);

}  // namespace evenkeel::bench
