#pragma once

#include <string>
#include <vector>

#include "app/bench/frames/frame_pacing.h"
#include "gui/figures/figure.h"

namespace evenkeel::bench {

/// The names of the columns, with units.
std::vector<std::string> frame_pacing_columns();
/// One row of the table and of the CSV.
std::vector<std::string> frame_pacing_row(const FramePacingResult& result);

/// "pacing-gain-synthetic" or "pacing-gain-vp8": frame delay, link queue and loss by gain, one set of bars for each
/// situation; what the controllers make of it in a second figure. The results of one codec.
std::vector<Figure> frame_pacing_figures(const std::vector<FramePacingResult>& results);

}  // namespace evenkeel::bench
