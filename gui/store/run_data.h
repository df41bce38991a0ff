#pragma once

#include <map>
#include <ostream>
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

/// The flow of a run that is to be held against `wanted` of another: the same one, else the one of the same direction
/// ("outgoing" and "a-b" are what this side sent, "incoming" and "b-a" what it received), else the first.
FlowName matching_flow(const SampleStore& store, const FlowName& wanted);

/// One key in which runs differ, with the value of each; empty where a run does not have it.
struct ConfigurationDifference {
  std::string key;
  std::vector<std::string> values;  ///< one per run
};

/// In the order of the keys. What is different in every run by nature (the folder it was written to) is left out.
std::vector<ConfigurationDifference> configuration_differences(const std::vector<const RunData*>& runs);

/// What the counters of telemetry tell: a key frame was sent, packets were lost.
struct CountedEvent {
  enum class Kind { key_frame, loss };
  Kind kind{};
  Duration time{};  ///< of the row that counted it
  int count = 1;    ///< key frames encoded, or packets lost, in that row
};

/// Those of a flow within a range, in the order of time.
std::vector<CountedEvent> counted_events(const SampleStore& store, const FlowName& flow, TimeRange range);

/// Writes the rows of all flows of a range in the form of telemetry.csv, in the order of time.
void write_range_csv(std::ostream& file, const SampleStore& store, TimeRange range);

}  // namespace evenkeel
