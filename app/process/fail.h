#pragma once

#include <string>

namespace evenkeel {

/// One sentence on standard error on what the environment refused; returns the exit status for it, 1.
int fail(const std::string& sentence);

}  // namespace evenkeel
