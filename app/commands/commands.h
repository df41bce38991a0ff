#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/call_options.h"
#include "app/cli/tune_options.h"

namespace evenkeel {

// Each runs a command to its end and returns the program's exit status: 0 done, 1 the call or the environment failed, 2
// what was asked for cannot be, as with a file that cannot be used (one sentence on standard error). `command_line`
// goes into run.json.

int run_demo(const CallOptions& options, const std::vector<std::string>& command_line);
int run_listen(const CallOptions& options, const std::vector<std::string>& command_line);
int run_call(const CallOptions& options, const std::string& callee, const std::vector<std::string>& command_line);
/// Finds parameters of a controller for a path, and prints how they compare with those of now.
int run_tune(const TuneOptions& tune, const CallOptions& options, const std::vector<std::string>& command_line);
/// Prints what the controllers of --shadow would have sent at in a recorded run, as CSV on standard output.
int run_shadow(const std::string& folder, const std::optional<std::string>& flow, const CallOptions& options);
int list_devices(bool json);
int list_controllers(bool json);

/// Replaces this process by evenkeel-bench, from this program's folder or from where `cmake --install` puts it. Returns
/// only if that fails.
int become_bench(const std::vector<std::string>& arguments);

}  // namespace evenkeel
