#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/bench/bench_options.h"

namespace evenkeel::bench {

/// One option of `evenkeel bench send-loop`; written once, read by the command line and by --help.
struct BenchOption {
  std::string name;         ///< without the dashes
  std::string placeholder;  ///< of its value; empty for a flag
  std::string help;
  bool repeatable = false;
  /// Takes over the text ("true" for a flag). Returns nothing, or one sentence that says what is wrong with it.
  std::function<std::string(BenchOptions&, const std::string&)> set;
};

const std::vector<BenchOption>& bench_options();

/// What only all options together can tell: nothing, or one sentence.
std::string check_bench_options(const BenchOptions& options);

/// Fills in what follows from other options, once all are known to be right.
void complete_bench_options(BenchOptions& options);

}  // namespace evenkeel::bench
