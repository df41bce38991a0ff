#pragma once

#include <string>
#include <vector>

namespace evenkeel::lab {

/// The finished runs of one scenario that lie beside each other.
struct FoundScenario {
  std::string id;      ///< as their run.json has it
  std::string folder;  ///< they lie in
  std::vector<std::string> runs;
};

struct FoundRuns {
  std::vector<FoundScenario> scenarios;
  std::vector<std::string> unfinished;  ///< folders of runs that were cut off: passed over
  std::string error;                    ///< one sentence on the first folder in which there is no run
};

/// Looks for run folders: each of the folders may be one, or hold those of a scenario, or those of several scenarios in
/// a folder each.
FoundRuns find_runs(const std::vector<std::string>& folders);

}  // namespace evenkeel::lab
