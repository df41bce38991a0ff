#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/parser/parsed_arguments.h"
#include "app/lab/plan/run_plan.h"

namespace evenkeel::sim {

enum class SimCommand { list, run, check };

struct SimCommandLine {
  SimCommand command = SimCommand::list;
  bool json = false;                 ///< of list
  std::vector<std::string> ids;      ///< of run
  lab::Choices choices;              ///< of run
  std::string out = "runs";          ///< of run
  std::size_t jobs = 0;              ///< of run: how many at a time; 0: the number of cores
  bool resume = false;               ///< of run
  std::vector<std::string> folders;  ///< of check
  bool as_known = false;             ///< of check
  std::size_t min_judged = 0;        ///< of check
};

using ParsedSimCommandLine = ParsedArguments<SimCommandLine>;

/// The arguments without the program's name.
ParsedSimCommandLine parse_sim_command_line(const std::vector<std::string>& arguments);

}  // namespace evenkeel::sim
