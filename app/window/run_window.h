#pragma once

#include <string>
#include <vector>

#include "app/cli/command_line.h"

namespace evenkeel {

/// Opens the desktop app for demo, listen, call, open, or no command at all. Returns when the window was closed, with
/// the program's exit status: 1 where there is no display.
int run_window(const CommandLine& line, const std::vector<std::string>& arguments);

}  // namespace evenkeel
