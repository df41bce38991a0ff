#pragma once

#include <string>
#include <vector>

#include "app/lab/sim/command/sim_command_line.h"

namespace evenkeel::sim {

// Each runs a command to its end and returns the program's exit status.

int list_scenarios(bool json);
/// 0: all runs are done; 1: one failed, or was ended by Ctrl+C; 2: a scenario is not known.
int run_scenarios(const SimCommandLine& line, const std::vector<std::string>& command_line);
/// 0: the claims hold; 1: one does not, or a run cannot be read.
int check_runs(const SimCommandLine& line);

/// What `evenkeel-sim` does, with the program's name before the arguments.
int run_program(const std::vector<std::string>& command_line);

}  // namespace evenkeel::sim
