#pragma once

#include <set>
#include <string>

#include "app/cli/command_line.h"

namespace evenkeel {

/// Nothing, or one sentence about an option that has no effect in this command: who gave it expects one. `given` has
/// the names on the command line alone, since a configuration file is for all commands. Where a window opens, options
/// of other commands stay: it can wait for a call, or record, after the one that it begins with.
std::string check_effects(Command command, const CallOptions& options, const std::set<std::string>& given);

}  // namespace evenkeel
