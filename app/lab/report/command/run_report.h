#pragma once

#include <string>
#include <vector>

namespace evenkeel::report {

/// What `evenkeel-report` does, by its arguments. Returns the exit status: 0 done, 1 something could not be read or
/// written, 2 wrong usage.
int run_report(const std::vector<std::string>& arguments);

}  // namespace evenkeel::report
