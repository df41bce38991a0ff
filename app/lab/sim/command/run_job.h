#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/lab/plan/scenario.h"
#include "app/lab/sim/command/sim_command_line.h"
#include "app/process/process_pool.h"

namespace evenkeel::sim {

/// One run, and where it goes.
struct RunJob {
  std::string name;  ///< "L-Fig5/main"
  std::string path;  ///< DIR/L-Fig5/main
  lab::RunPlan plan;
  nlohmann::ordered_json run;  ///< run.json

  /// What the progress counts: simulated time; a computation has next to none.
  Duration length() const;
};

std::vector<RunJob> plan_jobs(const std::vector<const lab::Scenario*>& scenarios, const SimCommandLine& line,
                              const std::vector<std::string>& command_line);

/// Runs it, in ns-3 if it has a network, and writes its folder. Returns nothing, or one sentence that says what failed.
std::string execute(const RunJob& job, const JobReport& report);

}  // namespace evenkeel::sim
