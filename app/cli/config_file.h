#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/cli/call_options.h"

namespace evenkeel {

/// What reading a TOML file came to.
struct ConfigFile {
  std::string error;            ///< one sentence that says what is wrong and where; nothing after that place was read
  std::set<std::string> named;  ///< the options that it sets
  struct UnknownKey {
    std::string key;       ///< "foo", or "bar.x" in a table
    std::string sentence;  ///< with its place
  };
  std::vector<UnknownKey> unknown;  ///< left out, as those of another version
};

/// Reads a TOML file into the options: keys are the names of the options, and a table per controller or send loop holds
/// its parameters:
///     controller = "ldcc"
///     max-bitrate = "4Mbps"
///     address = ["192.0.2.7:5004"]
///     [ldcc]
///     w = "20kbps"
ConfigFile read_config(const std::string& path, CallOptions& options);

/// Returns an empty string, or one sentence where there is an error or an unknown key: a key that is mistyped must not
/// pass unnoticed where nobody sees a message.
std::string strict_error(const ConfigFile& file);
std::string read_config_file(const std::string& path, CallOptions& options);

/// One sentence that names the unknown keys: "Not known here, and left out: 'foo', 'bar.x'."; empty if there are none.
std::string unknown_keys_text(const ConfigFile& file);

/// Writes a TOML file for read_config_file() and --config, with every option that differs from its default. Returns an
/// empty string, or one sentence that says what failed. An existing file is replaced completely or not at all.
std::string write_config_file(const std::string& path, const CallOptions& options);

}  // namespace evenkeel
