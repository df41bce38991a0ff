#pragma once

#include <string>

#include "core/base/parsed.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// Reads a run folder for the plots. A missing telemetry.csv is an error; a missing or damaged run.json or events.csv
/// is not: the rest is shown, and `notice` says what could not be read.
Parsed<RunData> read_run(const std::string& folder, std::string& notice);

}  // namespace evenkeel
