#pragma once

#include "gui/find/found_sets.h"
#include "gui/panels/reading_table.h"

namespace evenkeel {

/// A set beside today's, or that of a recorded run: what both came to, the parameters in which they differ, and the
/// others. `controller` explains them.
std::vector<ReadingTable::Row> comparison_rows(const TriedSet& today, const TriedSet& set,
                                               const AlgorithmDescription& controller, bool recorded);

}  // namespace evenkeel
