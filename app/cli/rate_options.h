#pragma once

#include <string>
#include <vector>

#include "app/cli/call_options.h"

namespace evenkeel {

/// Where the controller begins and what it keeps to.
std::vector<OptionSpec> rate_options();

/// Returns what does not fit together of them, or an empty string.
std::string check_rates(const CallOptions& options);

}  // namespace evenkeel
