#pragma once

#include <string>

#include "app/cli/call_options.h"

namespace evenkeel {

/// A TOML file as read_config_file() and --config take it, with every option that does not have its default. Returns
/// nothing, or one sentence that says what failed; an
/// existing file is replaced as a whole or not at all.
std::string write_config_file(const std::string& path, const CallOptions& options);

}  // namespace evenkeel
