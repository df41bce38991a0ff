#pragma once

#include <string>
#include <vector>

#include "app/bench/bench_options.h"

namespace evenkeel::bench {

/// `evenkeel bench send-loop`: runs the studies with a progress line, prints tables and claims, writes the folder.
/// Returns the exit status: 0 done, 1 the environment failed, or a claim broke and --check was given.
int run_bench(const BenchOptions& options, const std::vector<std::string>& command_line);

/// `evenkeel bench receive`: receives for senders on other machines until it is told to stop.
int run_receiver(const std::string& bind);

}  // namespace evenkeel::bench
