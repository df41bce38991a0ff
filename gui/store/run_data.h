#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/telemetry/run_event.h"
#include "gui/store/sample_store.h"

namespace evenkeel {

/// One run as the window holds it: the live one, or one that was read from its folder.
struct RunData {
  std::string name;  ///< "live", or the name of the folder
  SampleStore store;
  std::vector<RunEvent> events;                      ///< in the order of time
  std::vector<std::string> law_terms;                ///< what lawTerm1 to 3 are, with units; empty: not known
  std::map<std::string, std::string> configuration;  ///< flat: "ldcc.T_r" to "80ms", "link" to "capacity=..."
};

}  // namespace evenkeel
