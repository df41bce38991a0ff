#include <algorithm>
#include <cstring>
#include <iostream>

#include "app/capture/gstreamer.h"
#include "app/cli/command_line.h"
#include "app/commands/commands.h"
#include "app/process/program_end.h"
#include "app/realtime/realtime_kit.h"
#include "app/window/run_window.h"
#include "core/signal/link.h"

namespace {

int run(const evenkeel::CommandLine& line, const std::vector<std::string>& arguments) {
  using evenkeel::Command;
  const bool headless = line.options.headless;
  switch (line.command) {
    case Command::demo:
      return headless ? run_demo(line.options, arguments) : run_window(line, arguments);
    case Command::listen:
      return headless ? run_listen(line.options, arguments) : run_window(line, arguments);
    case Command::call:
      return headless ? run_call(line.options, line.address, arguments) : run_window(line, arguments);
    case Command::window:
    case Command::open:
      return run_window(line, arguments);
    case Command::tune:
      return evenkeel::run_tune(line.tune, line.options, arguments);
    case Command::shadow:
      return evenkeel::run_shadow(line.runs.front(), line.flow, line.options);
    case Command::devices:
      return evenkeel::list_devices(line.json);
    case Command::controllers:
      return evenkeel::list_controllers(line.json);
    case Command::bench:
      return evenkeel::become_bench(line.bench);
  }
  return 2;
}

/// Other users of the machine see the command line for as long as it stands there.
void hide_links(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (evenkeel::looks_like_link(argv[i])) std::fill_n(argv[i], std::strlen(argv[i]), '*');
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> command_line(argv, argv + argc),
      arguments(command_line.begin() + 1, command_line.end());
  hide_links(argc, argv);
  evenkeel::return_large_blocks();
  evenkeel::set_gstreamer_environment();
  evenkeel::use_realtime_kit();
  const auto parsed = evenkeel::parse_command_line(arguments);
  if (parsed.value && !parsed.value->notice.empty()) std::cerr << parsed.value->notice << '\n';
  if (parsed.value) return evenkeel::end_program(run(*parsed.value, command_line));
  return evenkeel::end_program(evenkeel::print_answer(parsed.text, parsed.exit_status));
} catch (const std::exception& error) {
  return evenkeel::end_program(evenkeel::fail(evenkeel::exception_text(error)));
}
