#pragma once

#include <string>
#include <vector>

#include "app/lab/sim/command/sim_command_line.h"

namespace evenkeel::sim {

// Each function runs one command and returns the exit status.

int list_scenarios(bool json);
/// 0: all runs succeeded; 1: a run failed or Ctrl+C ended it; 2: unknown scenario.
int run_scenarios(const SimCommandLine& line, const std::vector<std::string>& command_line);
/// 0: all claims hold; 1: a claim does not hold, or a run cannot be read.
int check_runs(const SimCommandLine& line);

}  // namespace evenkeel::sim
