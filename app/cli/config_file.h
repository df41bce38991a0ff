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
/// Returns an empty string, or one sentence that says what is wrong and where.
std::string read_config_file(const std::string& path, CallOptions& options);

/// Writes a TOML file for read_config_file() and --config, with every option that differs from its default. Returns an
/// empty string, or one sentence that says what failed. An existing file is replaced completely or not at all.
std::string write_config_file(const std::string& path, const CallOptions& options);

}  // namespace evenkeel
