#pragma once

#include <optional>
#include <string>
#include <vector>

namespace evenkeel::report {

struct CommandLine {
  std::vector<std::string> folders;  ///< that 'evenkeel-sim run' wrote
  std::string out;
  std::optional<std::string> figures;  ///< the folder for them, if not the one beside the pages
  std::optional<std::string> kept;     ///< a folder of pictures that pages show where figures lie elsewhere
  std::optional<std::string> counts;   ///< a page to count the claims in
};

struct ParsedCommandLine {
  std::optional<CommandLine> value;
  std::string text;     ///< help or version, or the sentence that says what is wrong
  int exit_status = 0;  ///< where there is no value: 0 for help, 2 for wrong usage
};

/// The arguments without the program's name.
ParsedCommandLine parse_command_line(const std::vector<std::string>& arguments);

}  // namespace evenkeel::report
