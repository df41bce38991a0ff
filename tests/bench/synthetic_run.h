#pragma once

#include "gui/store/run_data.h"

namespace evenkeel {

/// A row of a call as telemetry has it, in a loop that swings around its target, with noise. The same index gives the
/// same row; rows are 100 ms apart.
Sample synthetic_row(std::size_t index);

/// A run of so many rows.
void append_rows(RunData& run, std::size_t from, std::size_t to);

}  // namespace evenkeel
