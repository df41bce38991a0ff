#pragma once

#include <string>

#include "core/base/parsed.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// Reads a run folder for the plots, row by row, and sums it up. A missing telemetry.csv is an error; a missing or
/// damaged run.json or events.csv is not: the rest is shown, and `notice` says what could not be read. `progress`:
/// called now and then with the share that is read, 0 to 1; once it returns false reading ends, without a run and
/// without an error. For any thread.
Parsed<RunData> read_run(const std::string& folder, std::string& notice, const RunProgress& progress = {});

/// What makes a run impossible to open, in a sentence, as far as its beginning shows; an empty string otherwise.
std::string check_run(const std::string& folder);

}  // namespace evenkeel
