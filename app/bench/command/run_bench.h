#pragma once

#include <string>
#include <vector>

#include "app/bench/bench_options.h"

namespace evenkeel::bench {

/// Runs `evenkeel bench send-loop`: the studies with a progress line; prints tables and claims, and writes the folder.
/// Returns the exit status: 0 done, 1 the environment failed, or a claim broke with --check.
int run_bench(const BenchOptions& options, const std::vector<std::string>& command_line);

/// Runs `evenkeel bench recovery`: prints the table, and writes it to the folder as recovery.csv. Returns 1 if the
/// environment failed or it was interrupted; an interrupted one prints the calls that ended and writes nothing.
int run_recovery_bench(const BenchOptions& options);

/// Runs `evenkeel bench receive`: receives for senders on other machines until it is stopped.
int run_receiver(const std::string& bind);

}  // namespace evenkeel::bench
