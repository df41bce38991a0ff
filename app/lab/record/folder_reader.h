#pragma once

#include <string>
#include <vector>

#include "app/lab/plan/run_plan.h"
#include "app/lab/record/run_record.h"
#include "core/base/parsed.h"

namespace evenkeel::lab {

/// A run that was read back from its folder.
struct ReadRun {
  std::string scenario;
  Choices choices;
  RunRecord record;
};

/// Reads a run folder. Never throws: if any file is damaged, returns one sentence that says what. A recorded real call
/// in a folder SCENARIO/RUN gets these names. Uses 650 bytes of memory per telemetry row.
Parsed<ReadRun> read_run_folder(const std::string& path);

/// Returns the scenario id in the folder's run.json, otherwise the name of the parent folder.
std::string scenario_of(const std::string& path);

/// The finished runs of one scenario in one folder.
struct FoundScenario {
  std::string id;      ///< from their run.json
  std::string folder;  ///< that contains the runs
  std::vector<std::string> runs;
};

struct FoundRuns {
  std::vector<FoundScenario> scenarios;
  std::vector<std::string> unfinished;  ///< folders of interrupted runs, which are skipped
  std::string error;                    ///< one sentence about the first folder without a run
};

/// Finds run folders. Each argument may be a run folder, a scenario's folder of runs, or a folder of such scenario
/// folders.
FoundRuns find_runs(const std::vector<std::string>& folders);

}  // namespace evenkeel::lab
