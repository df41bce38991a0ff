#include "app/lab/sim/command/commands.h"
#include "app/process/program_end.h"

namespace evenkeel::sim {
namespace {

int run_program(const std::vector<std::string>& command_line) {
  const auto parsed = parse_sim_command_line({command_line.begin() + 1, command_line.end()});
  if (!parsed.value) return print_answer(parsed.text, parsed.exit_status);
  switch (parsed.value->command) {
    case SimCommand::list:
      return list_scenarios(parsed.value->json);
    case SimCommand::run:
      return run_scenarios(*parsed.value, command_line);
    case SimCommand::check:
      return check_runs(*parsed.value);
  }
  return 2;
}

}  // namespace
}  // namespace evenkeel::sim

int main(int argc, char** argv) try {
  return evenkeel::end_program(evenkeel::sim::run_program({argv, argv + argc}));
} catch (const std::exception& error) {
  return evenkeel::end_program(evenkeel::fail(evenkeel::exception_text(error)));
}
