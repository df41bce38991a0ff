#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/bench/bench_options.h"

namespace evenkeel::bench {

/// One option of `evenkeel bench send-loop`, for the command line and --help.
struct BenchOption {
  std::string name;         ///< without the dashes
  std::string placeholder;  ///< of its value; empty for a flag
  std::string help;
  bool repeatable = false;
  /// Sets the option from its text ("true" for a flag). Returns an empty string, or one sentence that says what is
  /// wrong.
  std::function<std::string(BenchOptions&, const std::string&)> set;
};

const std::vector<BenchOption>& bench_options();

/// Those of `evenkeel bench recovery`.
const std::vector<BenchOption>& recovery_options();

/// Checks options against each other. Returns an empty string, or one sentence that says what is wrong.
std::string check_bench_options(const BenchOptions& options);

/// Fills in values that follow from other options, after all options were checked.
void complete_bench_options(BenchOptions& options);

}  // namespace evenkeel::bench
