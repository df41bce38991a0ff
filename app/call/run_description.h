#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/cli/call_options.h"
#include "app/record/result_files.h"

namespace evenkeel {

/// run.json: version, command line, the full effective configuration in the form that --config takes, seed, host.
nlohmann::ordered_json describe_run(const CallOptions& options, const std::vector<std::string>& command_line);

}  // namespace evenkeel
