#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/lab/plan/run_plan.h"

namespace evenkeel::lab {

/// Identifies a run, together with its plan.
struct RunIdentity {
  std::string scenario;  ///< its id
  Choices choices;
  Duration planned{};  ///< duration as planned in full
};

/// run.json: program, version, command line, host, scenario, run, choices, full effective configuration, seed.
nlohmann::ordered_json describe_run(const RunIdentity& identity, const RunPlan& plan,
                                    const std::vector<std::string>& command_line);

/// Whether the folder holds that run, finished, and made by the same program with the same configuration and seed.
bool holds_run(const std::string& folder, const nlohmann::ordered_json& run);

/// The full effective configuration of a run, for run.json: duration, hops, and flows with all parameters of
/// controllers and send loops; quantities as on the command line. Runs with equal descriptions and seeds are equal.
nlohmann::ordered_json describe_plan(const RunPlan& plan);

/// Hash of a file's content: 64-bit FNV-1a in hexadecimal; empty if the file cannot be read.
std::string file_hash(const std::string& path);

}  // namespace evenkeel::lab
