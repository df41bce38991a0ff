#include <cstdio>

#include "app/bench/command/run_bench.h"
#include "app/command_line.h"
#include "app/commands/commands.h"
#include "app/process/exception_text.h"
#include "app/process/left_work.h"
#include "app/window/run_window.h"

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
    case Command::devices:
      return evenkeel::list_devices(line.json);
    case Command::controllers:
      return evenkeel::list_controllers(line.json);
    case Command::bench_send_loop:
      return evenkeel::bench::run_bench(line.bench, arguments);
    case Command::bench_receive:
      return evenkeel::bench::run_receiver(line.bench_bind);
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto parsed = evenkeel::parse_command_line(arguments);
  if (parsed.value) return evenkeel::leave(run(*parsed.value, {argv, argv + argc}));
  std::fprintf(parsed.exit_status == 0 ? stdout : stderr, "%s%s", parsed.text.c_str(),
               parsed.text.ends_with('\n') ? "" : "\n");
  return parsed.exit_status;
} catch (const std::exception& error) {
  return evenkeel::leave(evenkeel::fail(evenkeel::exception_text(error)));
}
