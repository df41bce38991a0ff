#pragma once

#include <string>

#include "app/cli/call_options.h"

namespace evenkeel {

/// Reads a TOML file into the options: keys are the names of the options, and a table per controller or send loop holds
/// its parameters:
///     controller = "ldcc"
///     max-bitrate = "4Mbps"
///     [ldcc]
///     w = "20kbps"
/// Returns nothing, or one sentence that says what is wrong and where.
std::string read_config_file(const std::string& path, CallOptions& options);

/// A TOML file as read_config_file() and --config take it, with every option that does not have its default. Returns
/// nothing, or one sentence that says what failed; an
/// existing file is replaced as a whole or not at all.
std::string write_config_file(const std::string& path, const CallOptions& options);

}  // namespace evenkeel
