#pragma once

#include <string>
#include <vector>

#include "app/bench/bench_options.h"
#include "app/cli/parser/parsed_arguments.h"

namespace evenkeel::bench {

enum class BenchCommand { send_loop, recovery, receive };

struct BenchCommandLine {
  BenchCommand command = BenchCommand::send_loop;
  BenchOptions options;               ///< of send-loop; of recovery the duration and the folder
  std::string bind = "0.0.0.0:5006";  ///< of receive
};

using ParsedBenchCommandLine = ParsedArguments<BenchCommandLine>;

/// The arguments without the program's name.
ParsedBenchCommandLine parse_bench_command_line(const std::vector<std::string>& arguments);

}  // namespace evenkeel::bench
