#pragma once

#include <string_view>

#include "gui/backend/parameter_search.h"

namespace evenkeel {

/// Adds what a line of `evenkeel tune --json` says. What is not such a line, or says less, or a number that is not
/// finite or out of its range, changes nothing and returns false.
bool read_search_line(std::string_view line, SearchUpdates& updates);

}  // namespace evenkeel
