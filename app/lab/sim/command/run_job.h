#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/lab/plan/scenario.h"
#include "app/lab/sim/command/sim_command_line.h"
#include "app/process/process_pool.h"

namespace evenkeel::sim {

/// One run and its output folder.
struct RunJob {
  std::string name;  ///< "L-Fig5/main"
  std::string path;  ///< DIR/L-Fig5/main
  lab::RunPlan plan;
  nlohmann::ordered_json run;  ///< run.json

  /// Simulated time, for the progress line; 1 s for a computation.
  Duration length() const;
};

std::vector<RunJob> plan_jobs(const std::vector<const lab::Scenario*>& scenarios, const SimCommandLine& line,
                              const std::vector<std::string>& command_line);

/// Executes the run, in ns-3 if it has a network, and writes its folder. Returns an empty string, or one sentence that
/// says what failed.
std::string execute(const RunJob& job, const JobReport& report);

/// Figures of a paper that show the same simulations share their runs: one is simulated, the others are copies of it.
struct SharedRuns {
  struct Copy {
    RunJob job;
    std::string from;           ///< folder of the run that is simulated
    nlohmann::ordered_json of;  ///< content of that run's run.json
  };
  std::vector<RunJob> jobs;
  std::vector<Copy> copies;
};

/// Runs in ns-3 are equal when configuration, duration and seed are equal.
SharedRuns share_runs(std::vector<RunJob> jobs);

}  // namespace evenkeel::sim
