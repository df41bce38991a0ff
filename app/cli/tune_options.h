#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/call_options.h"

namespace evenkeel {

/// What `evenkeel tune` takes besides the options of calls named in tune_call_options().
struct TuneOptions {
  std::optional<std::string> run;   ///< the folder of a recorded run whose path is taken
  std::optional<std::string> flow;  ///< of that run; nullopt: the first with data on its path
  std::string goal = "balanced";
  std::optional<double> least_use;        ///< of the goal delay, 0 to 1
  std::optional<Duration> longest_queue;  ///< of the goal rate
  std::vector<std::string> search;        ///< names of parameters; none: all
  int evaluations = 200;
  std::optional<std::string> write;  ///< a configuration file for --config
  bool dry_run = false;              ///< the path is printed, nothing is searched
  bool json = false;                 ///< for programs: a line of JSON for each set, as it is tried
};

/// One option of `evenkeel tune`, for the command line and --help.
struct TuneOption {
  std::string name;         ///< without the dashes
  std::string placeholder;  ///< of its value
  std::string help;
  bool repeatable = false;
  /// Sets the option from its text. Returns an empty string, or one sentence that says what is wrong.
  std::function<std::string(TuneOptions&, const std::string&)> set;
};
const std::vector<TuneOption>& tune_options();

/// The options of calls that `evenkeel tune` takes as well, with the same words.
const std::vector<OptionSpec>& tune_call_options();

/// Checks the options against each other. Returns an empty string, or one sentence that says what is wrong.
std::string check_tune_options(const TuneOptions& tune, const CallOptions& options);

}  // namespace evenkeel
