#pragma once

#include <map>
#include <string>

namespace evenkeel {

/// What a configuration file is to say of the algorithms.
struct AlgorithmChoice {
  std::string controller;
  std::string send_loop;
  std::map<std::string, std::string> settings;  ///< "ldcc.T_r" to "80ms"
};

/// A TOML file as read_config_file() and --config take it. Returns nothing, or one sentence that says what failed; an
/// existing file is replaced as a whole or not at all.
std::string write_config_file(const std::string& path, const AlgorithmChoice& choice);

}  // namespace evenkeel
