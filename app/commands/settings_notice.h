#pragma once

#include <string>
#include <vector>

#include "app/cli/call_options.h"

namespace evenkeel {

/// One sentence about settings (--set) of other algorithms than `used`, which a command that is no call has no use for;
/// empty if there are none.
std::string settings_notice(const CallOptions& options, const std::vector<std::string>& used);

}  // namespace evenkeel
