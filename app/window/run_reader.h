#pragma once

#include <string>

#include "core/base/parsed.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// Reads a run folder for the plots. Without telemetry.csv there is nothing to show, which is an error; a run.json or
/// events.csv that is missing or damaged is not: what can be read is shown. `notice` then says what could not.
Parsed<RunData> read_run(const std::string& folder, std::string& notice);

}  // namespace evenkeel
