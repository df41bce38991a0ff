#pragma once

#include <map>
#include <string>

namespace evenkeel {

/// What is tuned: the two algorithms by name, and every parameter that does not have the paper's value, also those of
/// algorithms that do not run at the moment.
struct TuningState {
  std::string controller = "darc";
  std::string send_loop = "rmc";
  std::map<std::string, std::string> settings;  ///< "ldcc.T_r" to "80ms", as --set takes them

  bool operator==(const TuningState&) const = default;
};

}  // namespace evenkeel
