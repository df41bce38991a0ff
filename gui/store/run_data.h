#pragma once

#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "core/telemetry/run_event.h"
#include "core/telemetry/summary.h"
#include "gui/store/sample_store.h"
#include "gui/store/shadow_history.h"

namespace evenkeel {

/// One run in the window: the live one, or one read from its folder.
struct RunData {
  std::string name;  ///< "live", or the name of the folder
  SampleStore store;
  std::vector<RunEvent> events;        ///< in the order of time
  std::vector<std::string> law_terms;  ///< the names of lawTerm1 to 3, with units; empty if unknown
  ShadowHistory shadows{};
  std::map<std::string, std::string> configuration;  ///< flat: "ldcc.T_r" to "80ms", "link" to "capacity=..."
  std::optional<RunSummary> summary{};               ///< of a run that was read from its folder
};

/// Called while a run is read, with the share that is read; false: it is given up.
using RunProgress = std::function<bool(double share)>;

/// Of the rows in the store, which takes a second for four hours of them.
RunSummary summary_of(const SampleStore& store);

/// The flow of a run to compare with flow `wanted` of another: the one of the same name, otherwise of the same
/// direction ("outgoing" and "a-b" are sent by this side, "incoming" and "b-a" received), otherwise the first.
FlowName matching_flow(const SampleStore& store, const FlowName& wanted);

/// A configuration key in which runs differ, with the value of each run; empty if a run does not have it.
struct ConfigurationDifference {
  std::string key;
  std::vector<std::string> values;  ///< one per run
};

/// Sorted by key. Without keys that differ by nature (the output folder).
std::vector<ConfigurationDifference> configuration_differences(const std::vector<const RunData*>& runs);

/// An event derived from a telemetry counter: a key frame was sent, packets were lost.
struct CountedEvent {
  Duration time{};  ///< of the row that counted it
  int count = 1;    ///< key frames encoded, or packets lost, in that row
};

/// The rises of a flow's counter within a range, in order of time. If a counter falls (packets believed lost that
/// arrived after all), nothing counts until it exceeds its former maximum.
std::vector<CountedEvent> counted_events(const SampleStore& store, const FlowName& flow,
                                         std::optional<double> Sample::*counter, TimeRange range);

/// Writes the rows of all flows of a range in the form of telemetry.csv, in the order of time.
void write_range_csv(std::ostream& file, const SampleStore& store, TimeRange range);

struct RunRange {
  const RunData* run = nullptr;
  TimeRange range;  ///< on the run's own time axis
};
/// The same of several runs, one after the other, with their names in a first column, "run": "one", and "one (2)" where
/// two have the same.
void write_runs_csv(std::ostream& file, const std::vector<RunRange>& runs);

}  // namespace evenkeel
