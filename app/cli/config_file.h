#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/cli/call_options.h"

namespace evenkeel {

/// What reading a TOML file came to.
struct ConfigFile {
  std::string error{};            ///< one sentence that says what is wrong and where; nothing after that was read
  std::set<std::string> named{};  ///< the options that it sets
  struct UnknownKey {
    std::string key;       ///< "foo", or "bar.x" in a table
    std::string sentence;  ///< with its place
  };
  std::vector<UnknownKey> unknown{};  ///< left out, as those of another version
  /// Options of OptionGroup::place, which a file may not set, and where the first of them stands; left out.
  std::vector<std::string> places{};
  std::string first_place{};
};

/// Reads a TOML file into the options: keys are the names of the options, and a table per controller or send loop holds
/// its parameters:
///     controller = "ldcc"
///     max-bitrate = "4Mbps"
///     address = ["192.0.2.7:5004"]
///     [ldcc]
///     w = "20kbps"
ConfigFile read_config(const std::string& path, CallOptions& options);
std::string unreadable_config_text(const std::string& path, const std::string& reason);
/// The same of a text. `path`: what sentences call it.
ConfigFile parse_config(const std::string& text, const std::string& path, CallOptions& options);

/// Returns an empty string, or one sentence where there is an error, an unknown key, or a key that a file may not set:
/// neither must pass unnoticed where nobody sees a message.
std::string strict_error(const ConfigFile& file);
std::string read_config_file(const std::string& path, CallOptions& options);

/// One sentence that names the unknown keys: "Not known here, and left out: 'foo', 'bar.x'."; empty if there are none.
std::string unknown_keys_text(const ConfigFile& file);

/// One sentence that names the keys that a file may not set; empty if there are none.
std::string places_text(const ConfigFile& file);

/// An option of OptionGroup::call that differs, with its values as set() takes them.
struct OptionChange {
  std::string name;
  std::string before;  ///< empty: none
  std::string after;
};
std::vector<OptionChange> call_changes(const CallOptions& before, const CallOptions& after);
bool sets_call_options(const ConfigFile& file);
/// One sentence about what the file sets of a call; empty if it sets nothing of it.
std::string call_options_text(const std::string& path, const ConfigFile& file, const CallOptions& options);

/// What is made of `from`, but with the options of OptionGroup::call that `call` has.
CallOptions with_call_options(CallOptions from, const CallOptions& call);

/// Writes a TOML file for read_config_file() and --config, with every option that a file may set and that differs from
/// its default. Returns an empty string, or one sentence that says what failed. An existing file is replaced completely
/// or not at all.
std::string write_config_file(const std::string& path, const CallOptions& options);

}  // namespace evenkeel
