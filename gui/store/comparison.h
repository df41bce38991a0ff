#pragma once

#include <string>
#include <vector>

#include "gui/store/run_data.h"

namespace evenkeel {

/// One key in which runs differ, with the value of each; empty where a run does not have it.
struct ConfigurationDifference {
  std::string key;
  std::vector<std::string> values;  ///< one per run
};

/// In the order of the keys. What is different in every run by nature (the folder it was written to) is left out.
std::vector<ConfigurationDifference> configuration_differences(const std::vector<const RunData*>& runs);

}  // namespace evenkeel
