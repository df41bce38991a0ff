#pragma once

#include <string>
#include <vector>

#include "app/cli/command_line.h"

namespace evenkeel {

/// Opens the desktop app for demo, listen, call, open, or no command at all. Returns the program's exit status when the
/// window is closed; 1 without a display.
int run_window(const CommandLine& line, const std::vector<std::string>& arguments);

}  // namespace evenkeel
