#pragma once

#include <string>
#include <vector>

#include "app/lab/sim/command/run_job.h"

namespace evenkeel::sim {

/// Figures of a paper that show the same simulations share their runs: one is made, the others are copies of it.
struct SharedRuns {
  struct Copy {
    RunJob job;
    std::string from;           ///< the folder of the run that is made
    nlohmann::ordered_json of;  ///< what its run.json says
  };
  std::vector<RunJob> jobs;
  std::vector<Copy> copies;
};

/// The same are runs in ns-3 of one configuration, duration and seed.
SharedRuns share_runs(std::vector<RunJob> jobs);

}  // namespace evenkeel::sim
