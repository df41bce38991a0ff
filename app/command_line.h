#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/bench/bench_options.h"
#include "app/call_options.h"

namespace evenkeel {

enum class Command { window, demo, listen, call, open, devices, controllers, bench_send_loop, bench_receive };

struct CommandLine {
  Command command = Command::window;
  CallOptions options;
  std::string address;                      ///< of call
  std::vector<std::string> runs;            ///< of open: run folders
  bool json = false;                        ///< of devices and controllers
  bench::BenchOptions bench;                ///< of bench send-loop
  std::string bench_bind = "0.0.0.0:5006";  ///< of bench receive
};

struct ParsedCommandLine {
  std::optional<CommandLine> value;
  std::string text;  ///< help or version, or the sentence that says what is wrong
  int exit_status =
      0;  ///< where there is no value: 0 for help, 1 for a configuration that cannot be used, 2 wrong usage
};

/// The arguments without the program's name. A configuration file is read first; the command line wins.
ParsedCommandLine parse_command_line(const std::vector<std::string>& arguments);

}  // namespace evenkeel
