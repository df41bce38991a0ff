#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/cli/call_options.h"
#include "app/cli/parser/parsed_arguments.h"
#include "app/cli/tune_options.h"

namespace evenkeel {

enum class Command { window, demo, listen, call, open, tune, shadow, devices, controllers, bench };

struct CommandLine {
  Command command = Command::window;
  CallOptions options;
  std::set<std::string> named;      ///< the options that were given, by --config too
  std::string notice;               ///< what --config sets of a call, in a sentence; empty: nothing
  std::string address;              ///< of call
  std::vector<std::string> runs;    ///< of open and shadow: run folders
  std::optional<std::string> flow;  ///< of shadow
  TuneOptions tune;
  bool json = false;               ///< of devices and controllers
  std::vector<std::string> bench;  ///< the arguments of evenkeel-bench
};

using ParsedCommandLine = ParsedArguments<CommandLine>;

/// The arguments without the program's name. A configuration file is read first; the command line wins.
ParsedCommandLine parse_command_line(const std::vector<std::string>& arguments);

}  // namespace evenkeel
