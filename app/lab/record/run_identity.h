#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/lab/plan/run_plan.h"

namespace evenkeel::lab {

/// Which run a folder is of, besides its plan.
struct RunIdentity {
  std::string scenario;  ///< its id
  Choices choices;
  Duration planned{};  ///< duration as planned in full
};

/// run.json: program, version, command line, host, scenario, run, choices, full effective configuration, seed.
nlohmann::ordered_json describe_run(const RunIdentity& identity, const RunPlan& plan,
                                    const std::vector<std::string>& command_line);

/// Whether the folder holds that run, finished, and made by this version with the same configuration and seed.
bool holds_run(const std::string& folder, const nlohmann::ordered_json& run);

}  // namespace evenkeel::lab
