#pragma once

#include <ostream>
#include <vector>

#include "gui/store/run_data.h"

namespace evenkeel {

/// Writes the rows of all flows of a range in the form of telemetry.csv, in the order of time.
void write_range_csv(std::ostream& file, const SampleStore& store, TimeRange range);

}  // namespace evenkeel
