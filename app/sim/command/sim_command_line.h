#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lab/plan/run_plan.h"

namespace evenkeel::sim {

enum class Command { list, run, check };

struct CommandLine {
  Command command = Command::list;
  bool json = false;                 ///< of list
  std::vector<std::string> ids;      ///< of run
  lab::Choices choices;              ///< of run
  std::string out = "runs";          ///< of run
  std::size_t jobs = 0;              ///< of run, at a time; 0: as many as there are cores
  bool resume = false;               ///< of run
  std::vector<std::string> folders;  ///< of check
  bool as_known = false;             ///< of check
  std::size_t least_judged = 0;      ///< of check
};

struct ParsedCommandLine {
  std::optional<CommandLine> value;
  std::string text;     ///< help or version, or the sentence that says what is wrong
  int exit_status = 0;  ///< where there is no value: 0 for help, 2 for wrong usage
};

/// The arguments without the program's name.
ParsedCommandLine parse_command_line(const std::vector<std::string>& arguments);

}  // namespace evenkeel::sim
