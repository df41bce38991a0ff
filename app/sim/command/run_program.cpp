#include <cstdio>

#include "app/sim/command/commands.h"

namespace evenkeel::sim {

int run_program(const std::vector<std::string>& command_line) {
  const auto parsed = parse_command_line({command_line.begin() + 1, command_line.end()});
  if (!parsed.value) {
    std::fprintf(parsed.exit_status == 0 ? stdout : stderr, "%s%s", parsed.text.c_str(),
                 parsed.text.ends_with('\n') ? "" : "\n");
    return parsed.exit_status;
  }
  switch (parsed.value->command) {
    case Command::list:
      return list_scenarios(parsed.value->json);
    case Command::run:
      return run_scenarios(*parsed.value, command_line);
    case Command::check:
      return check_runs(*parsed.value);
  }
  return 2;
}

}  // namespace evenkeel::sim
